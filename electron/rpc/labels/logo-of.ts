import type { Bitmap } from '../../../shared/labels/bitmap.ts';
import { readLogo } from '../../../shared/labels/logo.ts';
import type { Settings } from '../../../shared/settings/settings.ts';

/** The same dots for label after label: what draws and writes them knows them again. */
let last: { text: string; logo: Bitmap | null } = { text: '', logo: null };

/** The logo of the desk's labels; null: none. */
export function logoOf({ labelLogo: text }: Pick<Settings, 'labelLogo'>): Bitmap | null {
  if (last.text !== text) last = { text, logo: readLogo(text) };
  return last.logo;
}
