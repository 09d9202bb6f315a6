import type { Settings } from '../../../shared/settings/settings.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { thermalForm, type LabelForm } from '../../labels/label-form.ts';
import { perInch } from '../../labels/print-head.ts';

/** Form of labels unless a printer or sheet has its own; `dpi` is that of the printer, if known. */
export const defaultForm = (settings: Settings, dpi = 203): LabelForm =>
  thermalForm(labelSizes[settings.labelSize], perInch(dpi));
