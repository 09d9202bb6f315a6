import type { Lack } from '../../../shared/creates/lacks.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { LineToCopy } from '../../forms/line-commands.ts';

/** What a form asks in a dialog; of a line, how many more like it there are to be; of an order that lacks something, or whose own label cannot be printed, whether it is meant so. */
export type OrderQuestion =
  | 'clear'
  | 'field'
  | 'templates'
  | 'save-template'
  | { more: LineToCopy }
  | {
      lacks: readonly { lack: Lack; paths: readonly string[] }[];
      label: readonly LabelProblem[];
      save: () => unknown;
    };
