import { unitOfField } from '../../shared/service/unit-of-field.ts';
import type { Settings } from '../../shared/settings.ts';
import { lastName } from './field-path.ts';

/** The unit to print beside a field: the document's, else the desk's setting for weights and sizes. */
export const unitOf = (path: string, documented: string | undefined, settings: Settings | null): string | undefined =>
  settings === null ? documented : unitOfField(lastName(path), documented, settings);
