import type { MadeFile } from '../../electron/rpc/screens/screen-desk.ts';

/** A made file read to its end; nothing where there is none. */
export const bytesOf = async (made: MadeFile | null): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await new Response(made?.body ?? null).arrayBuffer());

/** A file as a desk gives it out. */
export const madeFile = (name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): MadeFile => ({
  name,
  mediaType,
  bytes: bytes.byteLength,
  body: new Blob([bytes]).stream(),
});
