import type { Picture } from './read-page.ts';

interface Page extends Picture {
  dpi: number;
}

/**
 * Decodes pages of PWG raster or AirPrint strictly by PWG 5102.4, independently of the encoder. Throws if a page is
 * truncated.
 */
export function pagesOfRaster(file: Buffer): Page[] {
  const isPwg = file.toString('latin1', 0, 4) === 'RaS2';
  if (!isPwg && file.toString('latin1', 0, 8) !== 'UNIRAST\0') throw new Error('no raster');
  const pages: Page[] = [];
  let at = isPwg ? 4 : 12;
  while (at < file.length) {
    const word = (offset: number): number => file.readUInt32BE(at + offset);
    const head = isPwg
      ? { width: word(372), height: word(376), bits: word(388), bytes: word(392), dpi: word(276), end: 1796 }
      : {
          width: word(12),
          height: word(16),
          bits: file[at]!,
          bytes: (word(12) * file[at]!) / 8,
          dpi: word(20),
          end: 32,
        };
    at += head.end;
    const unit = Math.max(1, head.bits / 8);
    const rows: Buffer[] = [];
    while (rows.length < head.height) {
      const times = file[at]! + 1;
      at += 1;
      const row: Buffer[] = [];
      for (let length = 0; length < head.bytes;) {
        const code = file[at]!;
        at += 1;
        const part =
          code < 128
            ? Buffer.concat(Array(code + 1).fill(file.subarray(at, at + unit)))
            : file.subarray(at, at + unit * (257 - code));
        at += code < 128 ? unit : unit * (257 - code);
        length += part.length;
        row.push(part);
      }
      const whole = Buffer.concat(row);
      if (whole.length !== head.bytes) throw new Error(`a row of ${whole.length} bytes`);
      for (let time = 0; time < times; time += 1) rows.push(whole);
    }
    if (rows.length !== head.height) throw new Error(`${rows.length} rows`);
    const grey = new Uint8Array(head.width * head.height);
    for (let y = 0; y < head.height; y += 1)
      for (let x = 0; x < head.width; x += 1)
        grey[y * head.width + x] =
          head.bits === 1 ? (rows[y]![x >> 3]! & (0x80 >> (x & 7)) ? 0 : 255) : rows[y]![x * unit]!;
    pages.push({ width: head.width, height: head.height, grey, dpi: head.dpi });
  }
  return pages;
}
