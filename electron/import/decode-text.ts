import { isUtf8 } from 'node:buffer';
import { badFile } from './bad-file.ts';

const encodingAdvice = 'Save it as "CSV UTF-8" or as XLSX, or name its encoding';

/**
 * Decodes a CSV file without its byte order mark. UTF-8 is read strictly, and another encoding only if named: a wrong
 * guess would put wrong names on labels. Throws ProblemError `bad-file` if the bytes are invalid in the encoding.
 */
export function decodeText(bytes: Buffer, encoding: string): string {
  const named = encoding.toLowerCase();
  if (named === 'utf-8' || named === 'utf8') {
    assertUtf8(bytes);
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  }
  const decoder = decoderOf(named);
  if (!decoder)
    throw badFile(
      'encoding',
      `"${encoding}" is no encoding this program knows. Use utf-8, gbk, utf-16le or another of the web's names.`,
    );
  try {
    return decoder.decode(bytes);
  } catch {
    throw badFile('encoding', `The file is not ${encoding} throughout. ${encodingAdvice} rightly.`);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return null;
  }
}

function assertUtf8(bytes: Buffer): void {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null)
    throw badFile('encoding', `The file is text in UTF-16, not in UTF-8. ${encodingAdvice}: --encoding ${utf16}.`);
  if (isUtf8(bytes)) return;
  if (isBinary(bytes))
    throw badFile(
      'no-spreadsheet',
      'The file is no spreadsheet: it holds bytes that no text has. Give a CSV or XLSX file.',
    );
  throw badFile('encoding', `The file is text, but not in UTF-8: perhaps GBK. ${encodingAdvice}, as --encoding gbk.`);
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  // Without a mark: Latin letters of the header make every second byte zero.
  const start = bytes.subarray(0, 200);
  const zeros = (from: number): number => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
  return null;
}

// Text in no encoding has over 2 % control characters other than tab, line feed, form feed and carriage return.
function isBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096);
  const controls = start.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return controls > start.length / 50;
}
