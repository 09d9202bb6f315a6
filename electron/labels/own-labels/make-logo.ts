import { maxLogoBytes, writeLogo, type LogoFault } from '../../../shared/labels/logo.ts';
import { inkBox } from './bitmap-operations.ts';
import { OwnLabelError } from './own-label-page.ts';

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Converts a PNG to a logo. A faulty picture is returned as a fault, not thrown. */
export async function makeLogo(png: Uint8Array): Promise<{ logo: string } | { fault: LogoFault }> {
  if (png.length > maxLogoBytes) return { fault: 'too-large' };
  if (!pngSignature.equals(png.subarray(0, pngSignature.length))) return { fault: 'no-png' };
  try {
    const { readPngLogo } = await import('./read-png.ts');
    const bitmap = await readPngLogo(png);
    return inkBox(bitmap) ? { logo: writeLogo(bitmap) } : { fault: 'blank' };
  } catch (error) {
    if (!(error instanceof OwnLabelError)) throw error;
    const { reason } = error;
    return { fault: reason === 'too-much' || reason === 'blank' ? reason : 'broken' };
  }
}
