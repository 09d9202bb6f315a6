import { z } from 'zod';

/**
 * The content of a file of at most `maxBytes`: its bytes inside the program, whose threads hand them over without a
 * copy; its base64 where a call is text, as over HTTP. The row of the procedure names the field (`file`), since a page
 * may send bytes nowhere else.
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
