import encode from 'qr';

/** A text as rows of QR modules, 1 dark and 0 light, without quiet zone; error correction M. Undefined where no QR code holds it. */
export function encodeQr(text: string): string[] | undefined {
  // the smaller alphabet makes larger modules on the same paper
  const encoding = /^[0-9A-Z $%*+\-./:]+$/.test(text) ? 'alphanumeric' : 'byte';
  try {
    const rows = encode(text, 'raw', { ecc: 'medium', encoding, border: 1 });
    // the library wants a border; here the layout leaves the quiet zone
    return rows.slice(1, -1).map((row) => row.slice(1, -1).reduce((line, dark) => line + (dark ? '1' : '0'), ''));
  } catch {
    return undefined;
  }
}
