import { drawOwnLabel } from '../../electron/labels/own-labels/make-own-label.ts';
import { base64, pdfOf } from './own-samples.ts';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Sizes of the pages in millimetres, or the reason of the refusal. */
async function sizesOf(text: string): Promise<(readonly [number, number])[] | string> {
  const wanted = { texts: [{ field: 'ImportLabel' as const, text }], marks: { practice: false, copy: 1 } };
  const drawn = await drawOwnLabel(
    { ...wanted, allowPrivate: false },
    () => Promise.reject(new Error('no fetch')),
    null,
  );
  if ('fault' in drawn) return drawn.fault.reason;
  return drawn.drawings.map(({ width, height }) => [Math.round(width), Math.round(height)]);
}

const content = '<</Length 14>>\nstream\n0 0 50 50 re f\nendstream';
/** Pages of 50 × 75 mm, in units of 1/72 inch. */
const pageOf = (more: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 141.73 212.6]${more}/Contents 4 0 R/Resources<<>>>>`;
const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const one = (more: string): string => pdfOf(catalog, '<</Type/Pages/Kids[3 0 R]/Count 1>>', pageOf(more), content);
const two = (first: string, second: string): string =>
  pdfOf(catalog, '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>', pageOf(first), content, pageOf(second));

/** The same page in a compressed object stream, as most programs write it. */
function packed(more: string): string {
  const objects = [catalog, '<</Type/Pages/Kids[3 0 R]/Count 1>>', pageOf(more)];
  let body = '';
  const head = objects.map((object, at) => {
    const offset = body.length;
    body += `${object} `;
    return `${at + 1} ${offset} `;
  });
  const first = head.join('').length;
  const stream = deflateSync(Buffer.from(head.join('') + body));
  const parts: Buffer[] = [];
  const put = (part: Buffer | string): number => {
    const at = Buffer.concat(parts).length;
    parts.push(Buffer.from(part as string, 'latin1'));
    return at;
  };
  put('%PDF-1.6\n');
  const of = (dictionary: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  const object = (number: number, value: Buffer | string): number => {
    const at = put(`${number} 0 obj\n`);
    parts.push(Buffer.from(value as string, 'latin1'), Buffer.from('\nendobj\n'));
    return at;
  };
  const at5 = object(5, of(`/Type/ObjStm/N 3/First ${first}/Filter/FlateDecode`, stream));
  const at4 = object(4, content);
  const at6 = Buffer.concat(parts).length;
  const rows = [[0, 0, 0], ...[0, 1, 2].map((index) => [2, 5, index]), [1, at4, 0], [1, at5, 0], [1, at6, 0]].map(
    ([kind = 0, place = 0, index = 0]) => [kind, place >> 8, place & 255, index],
  );
  object(6, of('/Type/XRef/Size 7/W[1 2 1]/Root 1 0 R', Buffer.from(rows.flat())));
  put(`startxref\n${at6}\n%%EOF\n`);
  return base64(Buffer.concat(parts));
}

describe('the size of a page of an own PDF', { timeout: 60_000 }, () => {
  it.each<[string, () => string, unknown]>([
    ['is the declared one', () => one(''), [[50, 75]]],
    ['is scaled by its user unit', () => one('/UserUnit 2'), [[100, 150]]],
    ['is scaled by a user unit of 1', () => one('/UserUnit 1.0'), [[50, 75]]],
    ['is scaled by a user unit whose name is escaped', () => one('/Us#65rUnit 2'), [[100, 150]]],
    ['is scaled by a user unit in a compressed stream', () => packed('/UserUnit 2'), [[100, 150]]],
    ['is the declared one in a compressed stream', () => packed(''), [[50, 75]]],
    [
      'is scaled by a user unit common to all pages',
      () => two('/UserUnit 2', '/UserUnit 2'),
      [
        [100, 150],
        [100, 150],
      ],
    ],
    ['is refused if pages have different user units', () => two('/UserUnit 2', ''), 'user-unit'],
    ['is refused if the user unit is an indirect reference', () => one('/UserUnit 4 0 R'), 'user-unit'],
    ['is refused if the user unit is not a positive number', () => one('/UserUnit -2'), 'user-unit'],
    ['is refused if the user unit makes it too large', () => one('/UserUnit 10'), 'page-size'],
  ])('%s', async (_, text, expected) => {
    expect(await sizesOf(text())).toEqual(expected);
  });
});
