import qrcode from 'qrcode-generator';

/** A text as rows of QR modules, 1 dark and 0 light, without quiet zone; error correction M. Undefined where no QR code holds it. */
export function encodeQr(text: string): string[] | undefined {
  // The smaller alphabet makes larger modules on the same paper.
  const mode = /^[0-9A-Z $%*+\-./:]+$/.test(text) ? 'Alphanumeric' : 'Byte';
  const code = qrcode(0, 'M');
  code.addData(text, mode);
  try {
    code.make();
  } catch {
    return undefined;
  }
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (code.isDark(row, column) ? '1' : '0')).join(''),
  );
}
