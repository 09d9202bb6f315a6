import { label, loseAndRestore, openLostDesk, startCountedService, type LostDesk } from './lost-desk.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Damages the lines of the desk's own journal about one act of one entry, as a bad sector does. */
function spoil({ folder }: LostDesk, id: string, event: string): void {
  const [day = ''] = readdirSync(join(folder, 'journal'));
  const path = join(folder, 'journal', day);
  const lines = readFileSync(path, 'utf8').split('\n');
  const hit = (line: string) => line.includes(`"id":"${id}"`) && line.includes(`"event":"${event}"`);
  expect(lines.filter(hit)).toHaveLength(1);
  writeFileSync(path, lines.map((line) => (hit(line) ? line.slice(0, -9) : line)).join('\n'));
}

async function replacedSinceBackup() {
  const lost = await openLostDesk();
  const old = await lost.add(label('S3'));
  const from = await lost.backup();
  const copy = (await lost.desk.ask('entry.replace', { ...lost.command(), id: old, request: label('S4') })).id;
  await lost.close();
  return { lost, old, from, copy };
}

describe('an order that was replaced after the backup', () => {
  it('is not sent beside its replacement if only the line of the replacement is whole', async () => {
    const service = await startCountedService();
    const { lost, old, from, copy } = await replacedSinceBackup();
    spoil(lost, old, 'withdraw');
    const found = await loseAndRestore(lost, from);
    expect(found.told.damagedJournalLines).toBe(1);
    expect(await found.get(old)).toMatchObject({ state: 'withdrawn', replacedBy: copy, toCancel: true });
    await found.deliver(service.url);
    expect(service.arrived('S3')).toBe(0);
  });

  it('stays withdrawn if only its own line is whole, and its replacement is reported as lost', async () => {
    const service = await startCountedService();
    const { lost, old, from, copy } = await replacedSinceBackup();
    spoil(lost, copy, 'capture');
    const found = await loseAndRestore(lost, from);
    expect(found.told.notRestored).toEqual([copy]);
    expect(await found.get(old)).toMatchObject({ state: 'withdrawn', replacedBy: copy });
    await found.deliver(service.url);
    expect(service.made()).toEqual([]);
  });

  it('has a history of its states in the restored folder, not of those in the lost one', async () => {
    const service = await startCountedService();
    const lost = await openLostDesk();
    const old = await lost.add(label('S5'));
    const from = await lost.backup();
    await lost.deliver(service.url);
    await lost.desk.ask('entry.replace', { ...lost.command(), id: old, request: label('S6') });
    expect(await lost.get(old)).toMatchObject({ state: 'done' });
    await lost.close();
    const found = await loseAndRestore(lost, from);
    const { state, history } = await found.get(old);
    // The answers of the service are checked again.
    expect(state).toBe('accepted');
    expect(history.map(({ from: before }) => before)).toEqual([null, ...history.slice(0, -1).map(({ to }) => to)]);
    expect(history.at(-1)?.to).toBe(state);
  });
});
