import type { Download } from '../../electron/desk/calls/screen-desk.ts';

/** Reads a file that a desk made; empty if there is none. */
export const bytesOf = async (made: Download | null): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await new Response(made?.body ?? null).arrayBuffer());

/** A file in the form in which a desk returns it. */
export const madeFile = (name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): Download => ({
  name,
  mediaType,
  bytes: bytes.byteLength,
  body: new Blob([bytes]).stream(),
});
