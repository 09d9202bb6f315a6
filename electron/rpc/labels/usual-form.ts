import type { Settings } from '../../../shared/settings/settings.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { thermalForm, type LabelForm } from '../../labels/label-form.ts';

/** The form of labels where neither a printer nor a sheet says another. */
export const usualForm = (settings: Settings): LabelForm => thermalForm(labelSizes[settings.labelSize]);
