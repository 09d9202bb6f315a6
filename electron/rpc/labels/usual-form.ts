import type { Settings } from '../../../shared/settings/settings.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { thermalForm, type LabelForm } from '../../labels/label-form.ts';
import { perInch } from '../../labels/print-head.ts';

/** The form of labels where neither a printer nor a sheet says another; `dpi`: of what they will be printed on, where that is known. */
export const usualForm = (settings: Settings, dpi = 203): LabelForm =>
  thermalForm(labelSizes[settings.labelSize], perInch(dpi));
