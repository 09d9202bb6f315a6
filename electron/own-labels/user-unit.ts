import { inflateSync } from 'node:zlib';

/** Of unpacked objects (bytes); those of a label take some kilobytes. */
const mostUnpacked = 20_000_000;
/** A name of as many characters as `UserUnit`, each as it is or as `#55`, and the number behind it. */
const nameAndNumber = /\/((?:#[0-9a-f]{2}|[a-z]){8})\s*([-+.\d]+(?:\s+\d+\s+R)?)/gi;

/**
 * The units of measure that pages of a PDF give themselves (`UserUnit`, in 1/72 in: PDF 32000-1, table 30), as they are
 * written. PDFium ignores them and has no call for them, so they are looked for in the objects of the file: in its text
 * and in its object streams, which are compressed.
 */
export function userUnitsIn(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return [file.toString('latin1'), ...objectStreams(file)].flatMap((text) =>
    [...text.matchAll(nameAndNumber)]
      .filter(([, name = '']) => unescaped(name) === 'UserUnit')
      .map(([, , number = '']) => number),
  );
}

const unescaped = (name: string): string =>
  name.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The text of each stream that holds objects: PDF 32000-1, 7.5.7. */
function* objectStreams(file: Buffer): Generator<string> {
  let left = mostUnpacked;
  for (let at = file.indexOf('/ObjStm'); at >= 0 && left > 0; at = file.indexOf('/ObjStm', at + 1)) {
    const word = file.indexOf('stream', at);
    if (word < 0) return;
    const begin = word + (file[word + 6] === 0x0d ? 8 : 7);
    const end = file.indexOf('endstream', begin);
    try {
      const unpacked = inflateSync(file.subarray(begin, end < 0 ? file.length : end), { maxOutputLength: left });
      left -= unpacked.length;
      yield unpacked.toString('latin1');
    } catch {
      // not compressed, or compressed otherwise, and then it is read as it is, or by nobody
    }
  }
}
