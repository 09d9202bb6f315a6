import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { maxLogoDots } from '../../../shared/labels/logo.ts';
import { createBitmap, hasDarkGround, hasFaintInk } from './bitmap-operations.ts';
import { pageSize, OwnLabelError, type OwnLabelPage } from './own-label-page.ts';
import { blankError } from './place-on-paper.ts';
import { readLibraryFile } from './read-library-file.ts';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { crc32, inflateSync } from 'node:zlib';

let loadingResvg: Promise<void> | undefined;
/** Loads resvg, which unpacks pictures, once per thread. */
export const loadResvg = (): Promise<void> => (loadingResvg ??= initResvg());

async function initResvg(): Promise<void> {
  // the bundler includes a file named by a URL of this form, but not one named by a resolved package name
  const file = new URL('../../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url);
  await initWasm(await readLibraryFile(file));
}

/** Limit for an unpacked picture, in dots: somewhat less than A4 at 600 dpi. */
const maxDots = 30_000_000;
/** Dots per mm of print heads, tried in this order for a picture without a resolution. */
const headDotsPerMm = [8, 12, 24];
/** A label of 4 x 6 in, with some tolerance (mm). */
const labelSizeMm = { short: 105, long: 160 };

/** Reads a PNG as a page. Its size is read from the header before anything is unpacked. Throws OwnLabelError. */
export async function readPngPage(bytes: Uint8Array): Promise<OwnLabelPage> {
  const file = bufferOf(bytes);
  const { width, height } = readDimensions(file);
  const dotsPerMm = resolutionIn(file) ?? guessResolution(width, height);
  const size = pageSize(width / dotsPerMm, height / dotsPerMm);
  const grey = await unpackGrey(file, width, height, 'optimizeSpeed');
  return {
    ...size,
    bitmap: applyThreshold(grey, width, height),
    isFaint: hasFaintInk(grey, width, height, dotsPerMm, darkThreshold),
    hasDarkGround: hasDarkGround(grey, width, height, dotsPerMm, darkThreshold),
  };
}

/** Reads a PNG scaled to the largest size of a logo. Throws OwnLabelError. */
export async function readPngLogo(bytes: Uint8Array): Promise<Bitmap> {
  const file = bufferOf(bytes);
  const { width, height } = readDimensions(file);
  const scale = Math.min(maxLogoDots.width / width, maxLogoDots.height / height);
  const [scaledWidth, scaledHeight] = [width, height].map((dots) => Math.max(1, Math.round(dots * scale))) as [
    number,
    number,
  ];
  return applyThreshold(
    await unpackGrey(file, scaledWidth, scaledHeight, 'optimizeQuality'),
    scaledWidth,
    scaledHeight,
  );
}

/** The lightest grey that is printed: half, so that edges stay in place. */
const darkThreshold = 127;
const applyThreshold = (grey: Uint8Array, width: number, height: number): Bitmap =>
  createBitmap(width, height, (x, y) => (grey[y * width + x] as number) <= darkThreshold);

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Reads the size from the header, before anything is unpacked. Throws OwnLabelError. */
function readDimensions(file: Buffer): { width: number; height: number } {
  const isPng = file.length > 57 && file.toString('latin1', 12, 16) === 'IHDR';
  const [width, height] = isPng ? [file.readUInt32BE(16), file.readUInt32BE(20)] : [0, 0];
  if (width === 0 || height === 0) throw brokenPngError('it has no size');
  if (width * height > maxDots)
    throw new OwnLabelError(
      'too-much',
      `The picture of the own label has ${width} x ${height} dots, which is too many. Give a smaller one.`,
    );
  return { width, height };
}

/** Unpacks and scales a picture to grey values, 0 for black, on white paper. */
async function unpackGrey(file: Buffer, width: number, height: number, imageRendering: string): Promise<Uint8Array> {
  await loadResvg();
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<image width="${width}" height="${height}" preserveAspectRatio="none" image-rendering="${imageRendering}" href="data:image/png;base64,${file.toString('base64')}"/></svg>`;
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } });
  try {
    const image = resvg.render();
    const { pixels } = image;
    image.free();
    let isVisible = false;
    const grey = new Uint8Array(width * height);
    for (let dot = 0; dot < grey.length; dot += 1) {
      const offset = dot * 4;
      const alpha = pixels[offset + 3] as number;
      const luminance =
        0.299 * (pixels[offset] as number) +
        0.587 * (pixels[offset + 1] as number) +
        0.114 * (pixels[offset + 2] as number);
      isVisible ||= alpha > 0;
      // colours are premultiplied by alpha; the paper is white
      grey[dot] = Math.min(255, luminance + 255 - alpha);
    }
    // resvg draws nothing of a picture it cannot unpack, which then looks transparent
    if (!isVisible) throw isUnpackable(file) ? blankError() : brokenPngError('its dots do not unpack');
    return grey;
  } catch (error) {
    if (error instanceof OwnLabelError) throw error;
    throw brokenPngError(error instanceof Error ? error.message : String(error));
  } finally {
    resvg.free();
  }
}

/** The complete chunks of the file, and whether the CRC of each is right: PNG, section 5.3. */
function* chunksOf(file: Buffer): Generator<{ name: string; bytes: Buffer; isIntact: boolean }> {
  for (let offset = 8; offset + 12 <= file.length;) {
    const end = offset + 8 + file.readUInt32BE(offset);
    if (end + 4 > file.length) return;
    const isIntact = crc32(file.subarray(offset + 4, end)) === file.readUInt32BE(end);
    yield { name: file.toString('latin1', offset + 4, offset + 8), bytes: file.subarray(offset + 8, end), isIntact };
    offset = end + 4;
  }
}

/** Whether the file has pixel data that unpacks and whose checksums are right. */
function isUnpackable(file: Buffer): boolean {
  const chunks = [...chunksOf(file)];
  if (chunks.some(({ isIntact }) => !isIntact)) return false;
  const packedChunks = chunks.filter(({ name }) => name === 'IDAT').map(({ bytes }) => bytes);
  try {
    // at most eight bytes per dot, and one more per row
    return inflateSync(Buffer.concat(packedChunks), { maxOutputLength: maxDots * 9 }).length > 0;
  } catch {
    return false;
  }
}

/** The resolution stored in the file (dots per mm): PNG, section 11.3.4.3. Null: none, or that of a screen. */
function resolutionIn(file: Buffer): number | null {
  for (const { name, bytes } of chunksOf(file)) {
    if (name === 'IDAT') return null;
    if (name !== 'pHYs' || bytes.length < 9) continue;
    const perMetre = bytes.readUInt32BE(0);
    const isMetre = bytes[8] === 1;
    return isMetre && perMetre > 5000 && perMetre < 50_000 ? perMetre / 1000 : null;
  }
  return null;
}

/** The coarsest print head on which the picture has the size of a label. */
function guessResolution(width: number, height: number): number {
  const [shortSide, longSide] = [Math.min(width, height), Math.max(width, height)];
  return (
    headDotsPerMm.find((dots) => shortSide / dots <= labelSizeMm.short && longSide / dots <= labelSizeMm.long) ?? 12
  );
}

const brokenPngError = (detail: string) =>
  new OwnLabelError('broken', `The PNG of the own label cannot be read (${detail}). Correct it, or leave it out.`, {
    form: 'PNG',
  });
