import type { Desk } from '../../electron/desk/threads/desk.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { ImportOpened } from '../../shared/import/import-steps.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

export let folder: string;
export let desk: Desk;
export let told: DeskEvent[];

export async function open(): Promise<void> {
  desk = await startDeskInThread({ folder });
  told = [];
  desk.onEvent(({ event }) => void told.push(event));
}
async function begin(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'parcel-steps-'));
  await open();
}
async function end(): Promise<void> {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
}
export function aDeskForEach(): void {
  beforeEach(begin);
  afterEach(end);
}
/** For tests whose changes cannot affect each other. */
export function aDeskForAll(): void {
  beforeAll(begin);
  afterAll(end);
}

let commands = 0;
export const command = () => `import-step-${process.pid}-${++commands}`;
export const send = (content: string | Buffer, name = 'orders.csv', more = {}): Promise<ImportOpened> =>
  desk.ask('import.open', {
    name,
    base64: Buffer.from(content as string).toString('base64'),
    as: 'label-order',
    ...more,
  });
export const run = (
  { importId, mapping }: ImportOpened,
  corrections: { row: number; column: number; text: string }[] = [],
) => desk.ask('import.run', { commandId: command(), importId, mapping, corrections });
export const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: { problem?: unknown }) => error.problem,
  );
export const head = 'PackageId,ServiceCode,Contact,Country,Weight';
export const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `P-${from + n},SGP,Ana Ruiz,ES,${n + 1}`).join('\n');
export const queued = async () => (await desk.ask('entries.counts', {})).byState.queued;
export const pick = ({ importId, mapping }: ImportOpened) => ({ importId, mapping });
