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
/** Labels of a small job; only the first is timed. */
const labelsPerJob = 3;
const maxima = { pdfMs: 500, firstMs: 50, memoryMb: 150, saveMs: 100 };
const saveCount = 30;
const comparison = 'a question to the desk';

/** Measures labels at a running desk with all its threads and a printer that prints at once. */
export async function* labelsAtDesk(): AsyncGenerator<Figure> {
  const sample = sampleDesk({ searched: true, delivered: true });
  sample.grow(entries);
  const ids = sample.db
    .prepare<[], string>(`SELECT id FROM entry WHERE label_list = 'ready' ORDER BY seq`)
    .pluck()
    .all();
  const folder = sample.handOver();
  const machine = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-machine-'));
  const printer = await serveFakeZplPrinter();
  const desk = await startDesk({ folder, machine });
  try {
    yield await memoryFigure(desk, ids.slice(0, batch));
    yield await pdfFigure(desk, ids.slice(0, pages));
    const address = `127.0.0.1:${printer.at.port}`;
    await desk.ask('printers.add', { commandId: randomUUID(), name: 'Bench', address });
    yield await firstLabelFigure(desk, printer, ids.slice(0, (rounds + 1) * labelsPerJob));
    yield await savesWhilePrinting(desk, printer, ids.slice(-pages));
  } finally {
    await desk.close();
    await printer.stop();
    for (const path of [folder, machine]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

const callMs = (desk: Desk): Promise<number> => durationMs(() => desk.ask('labels.counts', {}));

/** Measures the peak memory of all threads of a desk that has drawn nothing yet. */
async function memoryFigure(desk: Desk, ids: string[]): Promise<Figure> {
  await pause(1000);
  const idle = process.memoryUsage.rss();
  let peakBytes = idle;
  const sampling = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20);
  const { labels } = await desk.ask('labels.document', { ids, operator: 'Mia' });
  clearInterval(sampling);
  const megabytes = (bytes: number): number => bytes / 1024 / 1024;
  return absolute(
    'labels',
    'memory beyond idle for 10,000 labels',
    megabytes(peakBytes - idle),
    'MB',
    { name: `idle, ${labels} labels`, value: megabytes(idle) },
    maxima.memoryMb,
  );
}

async function pdfFigure(desk: Desk, ids: string[]): Promise<Figure> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const baselineMs = await callMs(desk);
    const ms = await durationMs(() => desk.ask('labels.document', { ids, operator: 'Mia' }));
    if (round > 0) measured.push({ measured: ms, against: baselineMs });
  }
  const name = 'one PDF of 500 labels, asked of a warm desk';
  return absoluteOfRounds('labels', name, measured, 'ms', comparison, maxima.pdfMs);
}

async function firstLabelFigure(desk: Desk, printer: FakeZplPrinter, ids: string[]): Promise<Figure> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const baselineMs = await callMs(desk);
    const labelsBefore = printer.heard.labels;
    const startedAt = performance.now();
    const { job } = await desk.ask('print.start', {
      ...{ commandId: randomUUID(), operator: 'Mia' },
      ids: ids.slice(round * labelsPerJob, (round + 1) * labelsPerJob),
    });
    while (printer.heard.labels === labelsBefore) await pause(1);
    if (round > 0) measured.push({ measured: performance.now() - startedAt, against: baselineMs });
    await waitForEnd(desk, job);
  }
  const name = 'the first label at its printer, from the key';
  return absoluteOfRounds('labels', name, measured, 'ms', comparison, maxima.firstMs);
}

/** Measures the slowest of several saves while a batch is drawn and printed. */
async function savesWhilePrinting(desk: Desk, printer: FakeZplPrinter, ids: string[]): Promise<Figure> {
  const save = (key: string) =>
    durationMs(() =>
      desk.ask('entry.enqueue', { commandId: randomUUID(), request: { endpoint: 2, body: labelOrder(key) } }),
    );
  const idleSavesMs: number[] = [];
  for (let index = 0; index < saveCount; index += 1) idleSavesMs.push(await save(`ALONE-${index}`));
  const labelsBefore = printer.heard.labels;
  const { job } = await desk.ask('print.start', { commandId: randomUUID(), ids, operator: 'Mia' });
  while (printer.heard.labels === labelsBefore) await pause(1);
  const busySavesMs: number[] = [];
  for (let index = 0; index < saveCount; index += 1) {
    busySavesMs.push(await save(`PRINTING-${index}`));
    await pause(20);
  }
  const { state } = (await desk.ask('print.job', { job })).job;
  if (state !== 'printing') throw new Error(`the batch was over before the saves were: ${state}`);
  await desk.ask('print.cancel', { commandId: randomUUID(), job, operator: 'Mia' });
  return absolute(
    'labels',
    'the slowest save while 500 labels print',
    Math.max(...busySavesMs),
    'ms',
    { name: `a save while nothing prints, load ${loadavg()[0]?.toFixed(1) ?? '?'}`, value: median(idleSavesMs) },
    maxima.saveMs,
  );
}

async function waitForEnd(desk: Desk, job: string): Promise<void> {
  for (;;) {
    const { state } = (await desk.ask('print.job', { job })).job;
    if (state === 'finished') return;
    if (state !== 'printing') throw new Error(`the job of the bench is ${state}`);
    await pause(20);
  }
}

async function durationMs(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}
