import { type StartIoProcess, ioClientOver } from '../../electron/copies/io-process/io-message.ts';
import { relayToProcess } from '../../electron/copies/io-process/relay-to-process.ts';
import { answerCalls, fixedFolder } from '../../electron/desk/calls/answer-calls.ts';
import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import { folderChoices } from '../../electron/desk/handlers/folder-choice-handlers.ts';
import { startDesk, type Desk } from '../../electron/desk/threads/desk.ts';
import { forkIoProcess } from '../../electron/desk/threads/io-process.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { settingsStore } from '../../electron/storage/settings-store.ts';
import { runDesk, runDeskProcess, temporaryFolder } from '../support/run-desk.ts';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A path that accepts no folder, and on which Node's own recursive mkdir runs forever. */
const noPlace = '/proc/parcel-desk/copies';

async function openWith(
  journalCopy: string,
  startIoProcess: StartIoProcess = forkIoProcess,
  folder = temporaryFolder(),
): Promise<Desk> {
  const desk = await startDesk({ folder, settings: { journalCopy }, startIoProcess });
  onTestFinished(() => desk.close());
  return desk;
}
/** Files of the days that desks wrote to a second place. */
const daysIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(place, name));
/**
 * Starts processes that are stopped while `hangs`: as in a call to a lost share, they react to no signal but SIGKILL.
 */
function stoppable(hangs: () => boolean): StartIoProcess {
  return () => {
    const before = placeProcesses();
    const child = forkIoProcess();
    const [pid = 0] = placeProcesses().filter((one) => !before.includes(one));
    if (hangs()) process.kill(pid, 'SIGSTOP');
    return child;
  };
}
const placeProcesses = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '')
    .map(Number);
const capture = (desk: Desk, PackageId: string, Remark: string) =>
  desk.ask('entry.enqueue', {
    commandId: randomUUID(),
    request: { endpoint: 2, body: { Package: { PackageId, Remark } } },
  });
const warnings = async (desk: Desk) => (await desk.ask('desk.warnings', {})).warnings.map(({ code }) => code);

describe.runIf(process.platform === 'linux')('a place that accepts no files', () => {
  it('delays no capture as the second journal, and causes a warning', async () => {
    const desk = await openWith(noPlace);
    expect(await capture(desk, 'A1', '')).toMatchObject({ state: 'queued' });
    await expect.poll(() => warnings(desk)).toContain('journal');
  });

  it('delays no capture if its file is a pipe without a reader', async () => {
    const [folder, place] = [temporaryFolder(), temporaryFolder()];
    const first = await openWith(place, forkIoProcess, folder);
    await capture(first, 'A', '');
    await expect.poll(() => daysIn(place)).toHaveLength(1);
    await first.close();
    for (const day of daysIn(place)) {
      rmSync(day);
      execFileSync('mkfifo', [day]);
    }
    const desk = await openWith(place, forkIoProcess, folder);
    // More than the buffer of any pipe.
    const many = Array.from({ length: 120 }, (_, n) => capture(desk, `A${n}`, 'x'.repeat(1000)));
    for (const captured of await Promise.all(many)) expect(captured).toMatchObject({ state: 'queued' });
    await expect.poll(() => warnings(desk)).toContain('journal');
  });

  it('delays no capture while it hangs, causes a warning, and gets the missing lines later', async () => {
    const place = temporaryFolder();
    let hangs = true;
    const desk = await openWith(
      place,
      stoppable(() => hangs),
    );
    const order: string[] = [];
    const warned = expect
      .poll(() => warnings(desk))
      .toContain('journal')
      .then(() => order.push('warned'));
    for (let n = 0; n < 20; n++) expect(await capture(desk, `A${n}`, '')).toMatchObject({ state: 'queued' });
    order.push('captured');
    await warned;
    expect(order).toEqual(['captured', 'warned']);
    hangs = false;
    await expect.poll(() => warnings(desk)).not.toContain('journal');
    const kept = daysIn(place)
      .map((day) => readFileSync(day, 'utf8'))
      .join('');
    for (let n = 0; n < 20; n++) expect(kept).toContain(`"A${n}"`);
  });

  it('delays no capture as the folder of the last backup, where another machine may have recorded a restore', async () => {
    const [folder, backups] = [temporaryFolder(), temporaryFolder()];
    const first = await startDesk({ folder });
    await capture(first, 'A1', '');
    await first.ask('backup.make', { to: backups });
    await first.close();
    let asked = 0;
    const desk = await openWith(
      '',
      stoppable(() => (asked += 1) > 0),
      folder,
    );
    expect(await capture(desk, 'A2', '')).toMatchObject({ state: 'queued' });
    expect(asked).toBe(1);
  });

  it('ends a backup with that reason if it reports nothing for too long, and the next one is made', async () => {
    const folder = temporaryFolder();
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    await capture(desk, 'A1', '');
    let hangs = true;
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port2.close());
    relayToProcess(
      port1,
      stoppable(() => hangs),
      (ms, run) => {
        const timeout = setTimeout(run, hangs ? ms / 100 : ms);
        return () => clearTimeout(timeout);
      },
    );
    const backUp = () =>
      ioClientOver(port2)({ ask: 'backup', data: folder, folder: temporaryFolder(), at: Date.now() });
    await expect(backUp()).rejects.toMatchObject({ problem: { kind: 'bad-file', params: { reason: 'silent' } } });
    hangs = false;
    await expect.poll(backUp).toMatchObject({ entries: 1 });
  });

  it('is refused as the folder of a backup, at once', async () => {
    const folder = temporaryFolder();
    const order = '{"endpoint":2,"body":{"Package":{"PackageId":"A1"}}}\n';
    await runDesk(['enqueue', '--data', folder], order);
    const { code, lines } = await runDeskProcess(['backup', '--data', folder, '--to', noPlace]);
    expect({ code, kind: lines[0]?.problem.kind }).toEqual({ code: 1, kind: 'bad-file' });
  });
});

it('a screen cannot make a backup, since it could name any path on the disk', () => {
  expect(isOpenToScreens('backup.make')).toBe(false);
});

describe('the second journal', () => {
  const screenBefore = (desk: Desk) => answerCalls(fixedFolder((name, input) => desk.call(name, input)));

  it('cannot be set from a screen, but can be removed from one', async () => {
    const place = temporaryFolder();
    const desk = await startDesk({ folder: temporaryFolder() });
    onTestFinished(() => desk.close());
    await desk.ask('settings.set', { values: { journalCopy: place } });
    const set = (journalCopy: string) =>
      screenBefore(desk).callFromScreen('settings.set', { values: { location: 'SZ', journalCopy } });
    expect(await set('/proc')).toMatchObject({
      ok: false,
      problem: { kind: 'bad-setting', params: { reason: 'chosen-in-host' } },
    });
    expect(await desk.ask('settings.get', {})).toMatchObject({ journalCopy: place, location: '' });
    expect(await set('')).toMatchObject({ ok: true, value: { journalCopy: '', location: 'SZ' } });
  });

  it('is set in the dialog of the host, and stays unchanged if a person cancels it', async () => {
    const desk = await startDesk({ folder: temporaryFolder() });
    onTestFinished(() => desk.close());
    const place = temporaryFolder();
    const choose = (chosen: string | null) =>
      folderChoices(desk.call, () => Promise.resolve(chosen))['journal.choose']({});
    expect(await choose(place)).toMatchObject({ journalCopy: place });
    expect(await choose(null)).toMatchObject({ journalCopy: place });
    await expect(folderChoices(desk.call, null)['journal.choose']({})).rejects.toThrow();
  });

  it('is stored by the command line as an absolute path', async () => {
    const folder = temporaryFolder();
    const second = relative('.', join(temporaryFolder(), 'second'));
    const { code } = await runDesk(['settings', '--data', folder, '--set', `journalCopy=${second}`]);
    const db = openDeskReader(folder);
    const { journalCopy } = settingsStore(db).get();
    db.close();
    expect({ code, journalCopy }).toEqual({ code: 0, journalCopy: resolve(second) });
  });
});
