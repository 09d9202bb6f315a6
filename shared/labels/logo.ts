import type { Bitmap } from './label-layout.ts';

/** Dots per millimetre of a logo: a multiple of the dots of print heads of 203, 300 and 600 dpi. */
export const logoDotsPerMm = 24;
/** Maximum size in those dots: 24 x 10 mm. */
export const maxLogoDots = { width: 576, height: 240 } as const;
/** Maximum bytes of a picture to make a logo from. */
export const maxLogoBytes = 2_000_000;

/** Why a picture cannot be a logo. */
export const logoFaults = ['no-png', 'too-large', 'too-much', 'broken', 'blank'] as const;
export type LogoFault = (typeof logoFaults)[number];

/** A logo as text: width, height and its dots in base64. */
export const writeLogo = ({ width, height, bits }: Bitmap): string =>
  `${width}x${height}:${btoa(String.fromCharCode(...bits))}`;

/** Parses `writeLogo`'s text; null if it is not a logo. */
export function readLogo(text: string): Bitmap | null {
  const [, widthText = '', heightText = '', encoded = ''] =
    /^(\d{1,3})x(\d{1,3}):([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const [width, height] = [Number(widthText), Number(heightText)];
  if (width < 1 || height < 1 || width > maxLogoDots.width || height > maxLogoDots.height) return null;
  const bytesPerRow = Math.ceil(width / 8);
  if (encoded.length !== Math.ceil((bytesPerRow * height) / 3) * 4) return null;
  const bytes = atob(encoded);
  return bytes.length === bytesPerRow * height
    ? { width, height, bytesPerRow, bits: Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)) }
    : null;
}
