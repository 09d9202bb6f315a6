import { startDesk, type Desk } from '../../electron/desk/threads/desk.ts';
import { labelOrder } from '../practice/sample-creates.ts';
import { serveFakeZplPrinter, type FakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { absolute, absoluteOfRounds, median, type Figure, type Round } from './figure.ts';
import { sampleDesk } from './sample-desk.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const entries = 12_000;
const batch = 10_000;
const pages = 500;
const rounds = 5;
/** Labels of a small job, of which only the first is timed. */
const few = 3;
const goals = { pdfMs: 500, firstMs: 50, memoryMb: 150, saveMs: 100 };
const saves = 30;
const against = 'a question to the desk';

/** The cost of labels at a running desk with all its threads, and a printer that prints at once. */
export async function* labelsAtDesk(): AsyncGenerator<Figure> {
  const made = sampleDesk({ searched: true, delivered: true });
  made.grow(entries);
  const ids = made.db.prepare<[], string>(`SELECT id FROM entry WHERE label_list = 'ready' ORDER BY seq`).pluck().all();
  const folder = made.handOver();
  const machine = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-machine-'));
  const printer = await serveFakeZplPrinter();
  const desk = await startDesk({ folder, machine });
  try {
    yield await memoryOf(desk, ids.slice(0, batch));
    yield await pdfOf(desk, ids.slice(0, pages));
    const address = `127.0.0.1:${printer.at.port}`;
    await desk.ask('printers.add', { commandId: randomUUID(), name: 'Bench', address });
    yield await firstLabel(desk, printer, ids.slice(0, (rounds + 1) * few));
    yield await savesMeanwhile(desk, printer, ids.slice(-pages));
  } finally {
    await desk.close();
    await printer.stop();
    for (const place of [folder, machine]) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

const asked = (desk: Desk): Promise<number> => took(() => desk.ask('labels.counts', {}));

/** Peak memory of all threads, on a desk that has drawn nothing yet. */
async function memoryOf(desk: Desk, ids: string[]): Promise<Figure> {
  await pause(1000);
  const idle = process.memoryUsage.rss();
  let most = idle;
  const looks = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const { labels } = await desk.ask('labels.document', { ids, operator: 'Mia' });
  clearInterval(looks);
  const megabytes = (bytes: number): number => bytes / 1024 / 1024;
  return absolute(
    'labels',
    'memory beyond idle for 10,000 labels',
    megabytes(most - idle),
    'MB',
    { name: `idle, ${labels} labels`, value: megabytes(idle) },
    goals.memoryMb,
  );
}

async function pdfOf(desk: Desk, ids: string[]): Promise<Figure> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const beside = await asked(desk);
    const ms = await took(() => desk.ask('labels.document', { ids, operator: 'Mia' }));
    if (round > 0) measured.push({ measured: ms, against: beside });
  }
  const name = 'one PDF of 500 labels, asked of a warm desk';
  return absoluteOfRounds('labels', name, measured, 'ms', against, goals.pdfMs);
}

async function firstLabel(desk: Desk, printer: FakeZplPrinter, ids: string[]): Promise<Figure> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const beside = await asked(desk);
    const before = printer.heard.labels;
    const began = performance.now();
    const { job } = await desk.ask('print.start', {
      ...{ commandId: randomUUID(), operator: 'Mia' },
      ids: ids.slice(round * few, (round + 1) * few),
    });
    while (printer.heard.labels === before) await pause(1);
    if (round > 0) measured.push({ measured: performance.now() - began, against: beside });
    await ended(desk, job);
  }
  const name = 'the first label at its printer, from the key';
  return absoluteOfRounds('labels', name, measured, 'ms', against, goals.firstMs);
}

/** The slowest of several saves while a batch is drawn and printed. */
async function savesMeanwhile(desk: Desk, printer: FakeZplPrinter, ids: string[]): Promise<Figure> {
  const save = (key: string) =>
    took(() => desk.ask('entry.enqueue', { commandId: randomUUID(), request: { endpoint: 2, body: labelOrder(key) } }));
  const alone: number[] = [];
  for (let at = 0; at < saves; at += 1) alone.push(await save(`ALONE-${at}`));
  const before = printer.heard.labels;
  const { job } = await desk.ask('print.start', { commandId: randomUUID(), ids, operator: 'Mia' });
  while (printer.heard.labels === before) await pause(1);
  const meanwhile: number[] = [];
  for (let at = 0; at < saves; at += 1) {
    meanwhile.push(await save(`PRINTING-${at}`));
    await pause(20);
  }
  const { state } = (await desk.ask('print.job', { job })).job;
  if (state !== 'printing') throw new Error(`the batch was over before the saves were: ${state}`);
  await desk.ask('print.cancel', { commandId: randomUUID(), job, operator: 'Mia' });
  return absolute(
    'labels',
    'the slowest save while 500 labels print',
    Math.max(...meanwhile),
    'ms',
    { name: `a save while nothing prints, load ${loadavg()[0]?.toFixed(1) ?? '?'}`, value: median(alone) },
    goals.saveMs,
  );
}

async function ended(desk: Desk, job: string): Promise<void> {
  for (;;) {
    const { state } = (await desk.ask('print.job', { job })).job;
    if (state === 'finished') return;
    if (state !== 'printing') throw new Error(`the job of the bench is ${state}`);
    await pause(20);
  }
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}
