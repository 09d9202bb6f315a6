export interface DecodedText {
  text: string;
  /** spreadsheets on Chinese systems write GB18030 */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';
}

/** The text of a file of unknown encoding; null if it is not text. */
export function readTextFile(bytes: Uint8Array): DecodedText | null {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\u0000') ? null : { text, encoding };
    } catch {
      // the next encoding may fit
    }
  }
  return null;
}

function encodingsOf([first, second]: Uint8Array): DecodedText['encoding'][] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', 'gb18030'];
}
