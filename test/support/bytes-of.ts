import type { MadeFile } from '../../electron/rpc/screens/screen-desk.ts';

/** Reads a file that a desk made; empty if there is none. */
export const bytesOf = async (made: MadeFile | null): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await new Response(made?.body ?? null).arrayBuffer());

/** A file in the form in which a desk returns it. */
export const madeFile = (name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): MadeFile => ({
  name,
  mediaType,
  bytes: bytes.byteLength,
  body: new Blob([bytes]).stream(),
});
