import type { Bitmap } from '../../../shared/labels/bitmap.ts';
import { readLogo } from '../../../shared/labels/logo.ts';
import type { Settings } from '../../../shared/settings/settings.ts';

/** Cached so that all labels share one bitmap object, by which drawing and PDF code recognise it. */
let last: { text: string; logo: Bitmap | null } = { text: '', logo: null };

/** The logo of the desk's labels; null: none. */
export function logoOf({ labelLogo: text }: Pick<Settings, 'labelLogo'>): Bitmap | null {
  if (last.text !== text) last = { text, logo: readLogo(text) };
  return last.logo;
}
