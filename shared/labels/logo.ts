import type { Bitmap } from './bitmap.ts';

/** Dots to the millimetre of a logo: whole ones for each print head of 203, 300 and 600 dpi. */
export const logoDots = 24;
/** The most it has, of those dots: 24 x 10 mm. */
export const logoMost = { width: 576, height: 240 } as const;
/** Bytes of a picture that a logo is made of. */
export const maxLogoBytes = 2_000_000;

/** Why a picture cannot be a logo. */
export const logoFaults = ['no-png', 'too-large', 'too-much', 'broken', 'blank'] as const;
export type LogoFault = (typeof logoFaults)[number];

/** A logo as text: how wide and how high, and its dots. */
export const writeLogo = ({ width, height, bits }: Bitmap): string =>
  `${width}x${height}:${btoa(String.fromCharCode(...bits))}`;

/** Null where it is none. */
export function readLogo(text: string): Bitmap | null {
  const [, wide = '', high = '', written = ''] = /^(\d{1,3})x(\d{1,3}):([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const [width, height] = [Number(wide), Number(high)];
  if (width < 1 || height < 1 || width > logoMost.width || height > logoMost.height) return null;
  const bytesPerRow = Math.ceil(width / 8);
  if (written.length !== Math.ceil((bytesPerRow * height) / 3) * 4) return null;
  const bytes = atob(written);
  return bytes.length === bytesPerRow * height
    ? { width, height, bytesPerRow, bits: Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)) }
    : null;
}
