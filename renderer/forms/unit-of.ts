import type { Settings } from '../../shared/settings.ts';
import { lastName } from './field-path.ts';

/** The unit to print beside a field: the document's, else the desk's setting for weights and sizes. */
export function unitOf(path: string, documented: string | undefined, settings: Settings | null): string | undefined {
  if (documented !== undefined) return documented;
  const name = lastName(path);
  if (name === 'Weight') return settings?.weightUnit;
  return ['Length', 'Width', 'Height'].includes(name) ? settings?.lengthUnit : undefined;
}
