import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { logoDotsPerMm } from '../../shared/labels/logo.ts';
import type { Size } from './label-form.ts';
import type { Sheet } from './write-text.ts';
import type { Zone } from './zone.ts';

/** White space above, below and beside the logo (mm). */
const paddingAbove = 1.25;
const paddingBelow = 0.75;
const paddingBeside = 2;

/** As large as the zone allows, but never larger than the original. */
function logoSizeIn({ width, height }: Bitmap, { top, bottom }: Zone): Size {
  const part = Math.min(1, (bottom - top - paddingAbove - paddingBelow) / (height / logoDotsPerMm));
  return { width: (part * width) / logoDotsPerMm, height: (part * height) / logoDotsPerMm };
}

/** Places the logo at the right end of the sender's zone. */
export function layOutLogo(sheet: Sheet, logo: Bitmap, zone: Zone): void {
  const size = logoSizeIn(logo, zone);
  const room = zone.bottom - zone.top - paddingAbove - paddingBelow;
  const place = { x: zone.right - size.width, y: zone.top + paddingAbove + (room - size.height) / 2 };
  sheet.boxes.push({ kind: 'picture', role: 'logo', ...place, ...size, bitmap: logo });
}

/** The rest of the zone. */
export const zoneBesideLogo = (logo: Bitmap, zone: Zone): Zone => ({
  ...zone,
  right: zone.right - logoSizeIn(logo, zone).width - paddingBeside,
});
