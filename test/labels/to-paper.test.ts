import { draw } from '../../electron/labels/formats/draw.ts';
import { writeHtml } from '../../electron/labels/formats/svg.ts';
import { layOut, standardForm } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'paper-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fonts = openFonts();
async function* drawings(count: number) {
  for (const source of SAMPLE_LABELS.slice(0, count)) yield await Promise.resolve(draw(layOut(source, fonts), fonts));
}

it('a page for the print dialog has one sheet per label, and every outline id is unique', async () => {
  const path = join(folder, 'paper.html');
  expect(await writeHtml(path, drawings(3), standardForm)).toBe(3);
  const page = readFileSync(path, 'utf8');
  expect(page.match(/<svg /g)).toHaveLength(3);
  expect(page).toContain('@page{size:100mm 150mm;margin:0}');
  const names = [...page.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [, name] of page.matchAll(/href="#([^"]+)"/g)) expect(names).toContain(name);
});

it('a page for the print dialog contains neither a script nor an external address', async () => {
  const path = join(folder, 'paper.html');
  await writeHtml(path, drawings(1), standardForm);
  const page = readFileSync(path, 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
  expect(page).not.toMatch(/<script|javascript:|https?:|url\(/i);
});

it('a page for the print dialog is not written without a label', async () => {
  await expect(writeHtml(join(folder, 'paper.html'), drawings(0), standardForm)).rejects.toThrow(RangeError);
});
