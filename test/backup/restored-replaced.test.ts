import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { label, loseAndRestore, openLostDesk, startCountedService, type LostDesk } from './lost-desk.ts';

/** Spoils the lines of the desk's own journal that are about one act of one entry, as a bad sector does. */
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

describe('an order that was replaced since the backup', () => {
  it('is not sent beside its copy where only the line of the copy is whole', async () => {
    const service = await startCountedService();
    const { lost, old, from, copy } = await replacedSinceBackup();
    spoil(lost, old, 'withdraw');
    const found = await loseAndRestore(lost, from);
    expect(found.told.damagedJournalLines).toBe(1);
    expect(await found.get(old)).toMatchObject({ state: 'withdrawn', replacedBy: copy, toCancel: true });
    await found.deliver(service.url);
    expect(service.arrived('S3')).toBe(0);
  });

  it('stays withdrawn where only its own line is whole, and its copy is told as lost', async () => {
    const service = await startCountedService();
    const { lost, old, from, copy } = await replacedSinceBackup();
    spoil(lost, copy, 'capture');
    const found = await loseAndRestore(lost, from);
    expect(found.told.notRestored).toEqual([copy]);
    expect(await found.get(old)).toMatchObject({ state: 'withdrawn', replacedBy: copy });
    await found.deliver(service.url);
    expect(service.made()).toEqual([]);
  });

  it('tells in its history where it stands here, not where it stood in the folder that is lost', async () => {
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
    // what the service said is asked again
    expect(state).toBe('accepted');
    expect(history.map(({ from: before }) => before)).toEqual([null, ...history.slice(0, -1).map(({ to }) => to)]);
    expect(history.at(-1)?.to).toBe(state);
  });
});
