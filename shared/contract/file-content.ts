import { z } from 'zod';

/**
 * The content of a file of at most `maxBytes`: bytes within the program, whose threads transfer them without a copy;
 * base64 if the call is text, as over HTTP. A procedure names the field in its rule `file`: a page may send bytes in no
 * other field.
 */
export const fileContent = (maxBytes: number) =>
  z.union([
    z.string().max(Math.ceil(maxBytes / 3) * 4),
    z
      .instanceof(Uint8Array)
      .refine(({ byteLength }) => byteLength <= maxBytes)
      .meta({ type: 'bytes' }),
  ]);

export type FileContent = z.infer<ReturnType<typeof fileContent>>;
