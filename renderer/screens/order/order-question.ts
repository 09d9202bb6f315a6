import type { Lack } from '../../../shared/creates/lacks.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { LineToCopy } from '../../forms/line-commands.ts';

/**
 * The question of the open dialog: for a line, how many copies to add; for an order that lacks something or whose own
 * label cannot be printed, whether to save it anyway.
 */
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
