import { readSmallFile } from './read-given.ts';

/** Reads secrets from the lines of a file, or (`-`) of standard input: arguments are visible to other programs. */
export async function readSecrets(path: string, input: AsyncIterable<Buffer>): Promise<string[]> {
  const text = path === '-' ? await textOfInput(input) : readSmallFile(path);
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

async function textOfInput(input: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(piece);
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
