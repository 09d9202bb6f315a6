import { startDesk, type Desk } from '../../electron/desk/threads/desk.ts';
import { enforceLimits } from '../../electron/desk/threads/enforce-limits.ts';
import { startImportThread } from '../../electron/desk/threads/import-thread.ts';
import type { SheetInput } from '../../electron/spreadsheets/import/open-sheet.ts';
import { tagsOf } from '../../electron/spreadsheets/import/read-workbook.ts';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import { archive, readRows, refusal, units } from './spreadsheets.ts';
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';

const workbook = '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>';
const typed = 'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetRelation = `<Relationship Id="r1" ${typed}/worksheet" Target="worksheets/sheet1.xml"/>`;
const relations = `<Relationships>${sheetRelation}</Relationships>`;
const bookOf = (sheet: string | Buffer, more: Record<string, Buffer> = {}): Buffer =>
  archive({
    'xl/workbook.xml': Buffer.from(workbook),
    'xl/_rels/workbook.xml.rels': Buffer.from(relations),
    'xl/worksheets/sheet1.xml': Buffer.from(sheet),
    ...more,
  });

const problemOf = (asked: Promise<unknown>): Promise<Problem | null> =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof ProblemError ? error.problem : Promise.reject(error as Error)),
  );

describe('a workbook that lacks a part', () => {
  it('is reported in words for the user, with no message of the parser library', async () => {
    const parts = { 'xl/workbook.xml': Buffer.from(workbook), 'xl/worksheets/sheet1.xml': Buffer.from('<worksheet/>') };
    const { message } = await refusal(archive(parts));
    expect(message).toBe('The workbook cannot be read. Save it again, or as CSV UTF-8.');
  });
});

describe('an archive that can be read in two ways', () => {
  it('is limited by the entry count that the library uses; differing counts are refused', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'PackageId')}</row><row r="2">${cell('A2', 'P-1')}</row>`;
    const good = bookOf(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    await expect(readRows(good)).resolves.toMatchObject({ rows: [{ key: 'P-1' }] });
    const two = Buffer.from(good);
    // The library uses the first of the two counts.
    two.writeUInt16LE(60_000, two.length - 14);
    expect(await refusal(two)).toMatchObject({ params: { reason: 'archive' } });
    const many = Buffer.from(good);
    many.writeUInt16LE(60_000, many.length - 14);
    many.writeUInt16LE(60_000, many.length - 12);
    expect(await refusal(many)).toMatchObject({ params: { reason: 'too-big' } });
  });

  it('is damaged if its content does not match its directory', async () => {
    const bytes = await writeXlsxFile([[{ value: 'PackageId' }], [{ value: 'P-1' }]]).toBuffer();
    await expect(readRows(bytes)).resolves.toMatchObject({ rows: [{ key: 'P-1' }] });
    // One byte of a compressed sheet: it unpacks to something else, or not at all.
    const at = bytes.indexOf('xl/worksheets/') + 60;
    let refused = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const hurt = Buffer.from(bytes);
      hurt.writeUInt8(hurt.readUInt8(at) ^ (1 << bit), at);
      const problem = await refusal(hurt).catch(() => null);
      if (problem?.params?.['reason'] === 'archive') refused += 1;
    }
    expect(refused).toBe(8);
  });
});

describe('a table larger than any accepted file', () => {
  const strings = (text: string) => ({
    'xl/sharedStrings.xml': Buffer.from(`<sst count="1" uniqueCount="1"><si><t>${text}</t></si></sst>`),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      `<Relationships>${sheetRelation}<Relationship Id="r2" ${typed}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
  });
  const named = (row: number, contact: string) =>
    `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>${row === 1 ? 'PackageId' : `P-${row}`}</t></is></c>${contact}</row>`;
  const book = (rows: number, text: string) =>
    bookOf(
      `<worksheet><sheetData>${named(1, '<c r="B1" t="inlineStr"><is><t>Contact</t></is></c>')}${Array.from(
        { length: rows },
        (_, n) => named(n + 2, `<c r="B${n + 2}" t="s"><v>0</v></c>`),
      ).join('')}</sheetData></worksheet>`,
      strings(text),
    );

  it('is refused, however small a workbook that repeats one text in every cell', async () => {
    const small = book(60, 'x'.repeat(1_000_000));
    expect(small.length).toBeLessThan(20_000);
    expect(await refusal(small)).toMatchObject({ params: { reason: 'too-big' } });
    await expect(readRows(book(60, 'Li Wei'))).resolves.toMatchObject({ rows: { length: 60 } });
  });

  it('is refused if it has more columns than can be mapped; trailing empty cells are ignored', async () => {
    const [few, many] = [','.repeat(900), ','.repeat(20_000)];
    for (const wide of [`PackageId${many}Contact\nP-1`, `PackageId\nP-1${many}x`])
      expect(await refusal(wide)).toMatchObject({ params: { reason: 'too-big' } });
    for (const cells of [few, many])
      await expect(readRows(`PackageId${cells}\nP-1${cells}`)).resolves.toMatchObject({ rows: [{ key: 'P-1' }] });
  });
});

describe('the tags of a text', () => {
  const names = new Set(['c', 'v']);
  it('are found with and without a prefix, opening and closing', () => {
    const found = [...tagsOf('<x:c r="A1"><v>1</v></x:c><c/><col/><cc>', names)];
    expect(found.map(({ name, isClosing, isSelfClosing }) => [name, isClosing, isSelfClosing])).toEqual([
      ['c', false, false],
      ['v', false, false],
      ['v', true, false],
      ['c', true, false],
      ['c', false, true],
    ]);
  });
  it.each(['<c r="A1"', '<c ><v>', '<', '<c', `<${'c'.repeat(50)}`])(
    '%j repeated takes time proportional to its length',
    (piece) => {
      const cost = (times: number) => {
        const text = piece.repeat(times);
        const began = process.cpuUsage();
        for (const tag of tagsOf(text, names)) if (tag.end > text.length) throw new Error('a tag beyond its text');
        const { user } = process.cpuUsage(began);
        return user;
      };
      cost(2000);
      // For 100 times the text, linear cost is 100 times the time and quadratic cost 10,000 times; 1000 separates them.
      expect(cost(200_000)).toBeLessThan(1000 * Math.max(cost(2000), 500));
    },
  );
});

describe('a worker that reads a spreadsheet', () => {
  const order = (bytes: Buffer): SheetInput => ({
    name: 'orders.xlsx',
    file: { content: bytes.toString('base64') },
    encoding: 'utf-8',
    kind: 'label-order',
    units,
  });
  const heavy = (): SheetInput =>
    order(
      Buffer.from(
        `PackageId,Custom\n${Array.from({ length: 150_000 }, (_, n) => `P-${n},${'x'.repeat(40)}`).join('\n')}`,
      ),
    );

  it('starts no further threads, however large the sheets are', async () => {
    const big = `<worksheet><sheetData>${'<row></row>'.repeat(100_000)}</sheetData></worksheet>`;
    const sheets = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`xl/worksheets/more${n}.xml`, Buffer.from(big)]),
    );
    const { Worker } = await import('node:worker_threads');
    const thread = new Worker(new URL('../../electron/desk/threads/import-worker.ts', import.meta.url));
    const counts: number[] = [];
    const look = setInterval(() => counts.push(threadsOfProcess()), 5);
    thread.postMessage({ call: { id: 1, name: 'open', input: order(bookOf(big, sheets)) } });
    const before = threadsOfProcess();
    await once(thread, 'message');
    clearInterval(look);
    await thread.terminate();
    // the worker's own thread and those that V8 keeps for all threads
    expect(Math.max(before, ...counts) - before).toBeLessThan(8);
  });

  it('is terminated if it uses more memory than allowed, buffers included', async () => {
    const thread = startImportThread({ memoryMb: 24, answerMs: 60_000 });
    expect(await problemOf(thread.ask('open', heavy()))).toMatchObject({
      kind: 'bad-file',
      params: { reason: 'too-big' },
    });
    expect(await problemOf(thread.ask('begin', { mapping: [], corrections: [], answers: [] }))).toMatchObject({
      kind: 'bad-file',
    });
    await thread.close();
  });

  it('is terminated if an answer takes longer than allowed', async () => {
    const thread = startImportThread({ memoryMb: 1024, answerMs: 1 });
    expect(await problemOf(thread.ask('open', heavy()))).toMatchObject({ params: { reason: 'too-slow' } });
    await thread.close();
  });

  it('is terminated at its deadline even if it does not report its memory use', async () => {
    const deaf = Object.assign(new EventEmitter(), {
      getHeapStatistics: () => new Promise<never>(() => undefined),
      terminate: () => Promise.resolve(1),
    });
    const over = Promise.withResolvers<ProblemError>();
    enforceLimits(deaf as unknown as Worker, { memoryMb: 1024, answerMs: 300 }, over.resolve).workStarted();
    expect((await over.promise).problem).toMatchObject({ params: { reason: 'too-slow' } });
  });

  it('stops in the middle of a file when its caller closes it', async () => {
    const thread = startImportThread();
    const opened = problemOf(thread.ask('open', heavy()));
    await thread.close();
    expect(await opened).toMatchObject({ kind: 'cancelled' });
  });
});

describe('a desk', () => {
  let folder: string;
  let desk: Desk;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parcel-hostile-'));
    desk = await startDesk({ folder });
  });
  afterEach(async () => {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('stops reading a file when the screen cancels it, and reads the next one', async () => {
    const large = `PackageId,Custom\n${Array.from({ length: 200_000 }, (_, n) => `P-${n},${'x'.repeat(40)}`).join('\n')}`;
    const send = (text: string, openingId: string) =>
      desk.ask('import.open', { name: 'a.csv', base64: Buffer.from(text).toString('base64'), openingId });
    const first = problemOf(send(large, 'reading-1'));
    const second = send('PackageId\nP-1', 'reading-2');
    await desk.ask('import.cancel', { importId: 'reading-1' });
    expect(await first).toMatchObject({ kind: 'cancelled' });
    expect(await second).toMatchObject({ rows: 1 });
  });

  it('does not wait for a named pipe without a writer', async () => {
    const pipe = join(folder, 'orders.csv');
    execFileSync('mkfifo', [pipe]);
    expect(await problemOf(desk.ask('import.file', { path: pipe, as: 'label-order' }))).toMatchObject({
      kind: 'bad-file',
      params: { reason: 'no-spreadsheet' },
    });
  });
});

function threadsOfProcess(): number {
  return execFileSync('ls', [`/proc/${process.pid}/task`])
    .toString()
    .trim()
    .split('\n').length;
}
