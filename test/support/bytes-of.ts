import type { Download } from '../../electron/desk/calls/screen-desk.ts';

/** Reads a file that a desk returned; empty for null. */
export const readDownload = async (download: Download | null): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await new Response(download?.body ?? null).arrayBuffer());

/** A file in the form in which a desk returns it. */
export const downloadOf = (name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): Download => ({
  name,
  mediaType,
  bytes: bytes.byteLength,
  body: new Blob([bytes]).stream(),
});
