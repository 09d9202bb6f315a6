import encode from 'qr';

/**
 * Encodes text as rows of QR modules, 1 dark and 0 light, without quiet zone; error correction M. Undefined if the text
 * exceeds any QR code.
 */
export function encodeQr(text: string): string[] | undefined {
  // the smaller alphabet needs fewer modules, so each is larger on the same paper
  const encoding = /^[0-9A-Z $%*+\-./:]+$/.test(text) ? 'alphanumeric' : 'byte';
  try {
    const rows = encode(text, 'raw', { ecc: 'medium', encoding, border: 1 });
    // the library requires a border; here the layout adds the quiet zone
    return rows.slice(1, -1).map((row) => row.slice(1, -1).reduce((line, dark) => line + (dark ? '1' : '0'), ''));
  } catch {
    return undefined;
  }
}
