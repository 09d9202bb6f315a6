import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { logoDots } from '../../shared/labels/logo.ts';
import type { Size } from './label-form.ts';
import type { Sheet } from './write-text.ts';
import type { Zone } from './zone.ts';

/** White space above, below and beside the logo (mm). */
const above = 1.25;
const below = 0.75;
const beside = 2;

/** As large as the zone allows, but never larger than the original. */
function sizeIn({ width, height }: Bitmap, { top, bottom }: Zone): Size {
  const part = Math.min(1, (bottom - top - above - below) / (height / logoDots));
  return { width: (part * width) / logoDots, height: (part * height) / logoDots };
}

/** Places the logo at the right end of the sender's zone. */
export function layOutLogo(sheet: Sheet, logo: Bitmap, zone: Zone): void {
  const size = sizeIn(logo, zone);
  const room = zone.bottom - zone.top - above - below;
  const place = { x: zone.right - size.width, y: zone.top + above + (room - size.height) / 2 };
  sheet.boxes.push({ kind: 'picture', role: 'logo', ...place, ...size, bitmap: logo });
}

/** The rest of the zone. */
export const besideLogo = (logo: Bitmap, zone: Zone): Zone => ({
  ...zone,
  right: zone.right - sizeIn(logo, zone).width - beside,
});
