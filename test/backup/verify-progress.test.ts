import { verifyingPrefix } from '../../electron/copies/backup/clear-leftovers.ts';
import { backUpDataFolder } from '../../electron/copies/backup/scheduled-backup.ts';
import type { FromIoProcess } from '../../electron/copies/io-process/io-message.ts';
import { serveIo } from '../../electron/copies/io-process/serve-io.ts';
import { commands } from '../../electron/hosts/command-line/commands.ts';
import { runCommand } from '../../electron/hosts/command-line/run-command.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { machineOfProcess } from '../../electron/storage/register/machine-folder.ts';
import { desksInThread, startDeskInThread } from '../support/desk-here.ts';
import { jsonLines } from '../support/desk-process.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Several times the number of rows that are read at once. */
const steps = 40_000;

/** A data folder with a long history, with its journal. */
function largeFolder(): string {
  const folder = temporaryFolder();
  const desk = openTestOutbox({ folder });
  desk.outbox.enqueue('one', labelCapture('ONE'), 'Mia', false);
  desk.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
       INSERT INTO history (entry, at, who, event, to_state, why) SELECT 1, value, 'Mia', 'change', 'queued', '' FROM n`,
    )
    .run(steps);
  desk.close();
  return folder;
}

/** Requests to the process for copies, run in this process; `heard` contains its messages. */
function copies() {
  const heard: FromIoProcess[] = [];
  const listeners = new Set<() => void>();
  const ask = serveIo((message) => {
    heard.push(message);
    for (const listener of listeners) listener();
  });
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isThere()) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  const percents = (id: number): number[] =>
    heard.flatMap((message) => (message.id === id && 'percent' in message ? [message.percent] : []));
  const settled = async (id: number) => {
    const isOf = (message: FromIoProcess): boolean =>
      message.id === id && ('answer' in message || 'problem' in message);
    await until(() => heard.some(isOf));
    return heard.find(isOf);
  };
  return { ask, percents, settled, until };
}

const leftovers = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('verifying-'));

it('a verification reports its progress in rising percentages', async () => {
  const folder = largeFolder();
  const { path } = await backUpDataFolder(folder, temporaryFolder(), Date.now(), () => undefined);
  const { ask, percents, settled } = copies();
  ask({ id: 1, ask: 'verify', path: folder });
  expect(await settled(1)).toMatchObject({ answer: { whole: true, entries: 1 } });
  ask({ id: 2, ask: 'verify-backup', path, keys: [] });
  expect(await settled(2)).toMatchObject({ answer: { whole: true, entries: 1 } });
  for (const id of [1, 2]) {
    const told = percents(id);
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b));
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBeLessThanOrEqual(100);
    // The rows are read in pieces.
    expect(told.length).toBeGreaterThan(5);
  }
});

it('a stopped verification ends at the next piece with nothing left on the disk, and the next one runs to its end', async () => {
  const folder = largeFolder();
  // The state while a desk works on it, in which a copy is verified.
  const working = new Database(join(folder, deskFile));
  working.pragma('journal_mode = WAL');
  working.exec('UPDATE entry SET state = state');
  expect(statSync(join(folder, `${deskFile}-wal`)).size).toBeGreaterThan(0);
  const { ask, percents, settled, until } = copies();
  ask({ id: 1, ask: 'verify', path: folder });
  await until(() => percents(1).some((percent) => percent > 20));
  expect(leftovers(folder)).toHaveLength(1);
  ask({ id: 2, ask: 'stop' });
  expect(await settled(1)).toMatchObject({ problem: { kind: 'cancelled', params: { reason: 'stopped' } } });
  expect(Math.max(...percents(1))).toBeLessThan(60);
  expect(leftovers(folder)).toEqual([]);
  ask({ id: 3, ask: 'verify', path: folder });
  expect(await settled(3)).toMatchObject({ answer: { whole: true } });
  working.close();
});

it('a verification stopped while the database is copied leaves no copy', async () => {
  const folder = largeFolder();
  const working = new Database(join(folder, deskFile));
  working.pragma('journal_mode = WAL');
  working.exec('UPDATE entry SET state = state');
  const { ask, percents, settled, until } = copies();
  ask({ id: 1, ask: 'verify', path: folder });
  await until(() => leftovers(folder).length > 0);
  ask({ id: 2, ask: 'stop' });
  expect(await settled(1)).toMatchObject({ problem: { kind: 'cancelled' } });
  expect(percents(1)).toEqual([]);
  expect(leftovers(folder)).toEqual([]);
  working.close();
});

it('a screen receives the progress of a verification and can stop it', async () => {
  const folder = largeFolder();
  const desk = await startDeskInThread({ folder });
  const percents: number[] = [];
  const begun = Promise.withResolvers<void>();
  desk.onEvent(({ event }) => {
    if (event.kind !== 'verifying') return;
    percents.push(event.percent);
    begun.resolve();
  });
  const verifying = desk.call('backup.verify', {});
  await begun.promise;
  expect(await desk.call('backup.stopVerify', {})).toMatchObject({ ok: true });
  expect(await verifying).toMatchObject({ ok: false, problem: { kind: 'cancelled', params: { reason: 'stopped' } } });
  expect(await desk.call('backup.verify', {})).toMatchObject({ ok: true, value: { whole: true } });
  await desk.close();
});

/** Runs `verify` with a terminal; `said` receives its messages. */
async function runVerify(args: readonly string[], stop: AbortSignal, said: (words: string) => void) {
  let stdout = '';
  const code = await runCommand(commands, ['verify', ...args], {
    print: (answer) => Promise.resolve(void (stdout += `${JSON.stringify(answer)}\n`)),
    show: () => undefined,
    writeToTerminal: said,
    warn: () => undefined,
    input: (async function* () {})(),
    env: process.env,
    stop,
    desks: desksInThread,
    machine: machineOfProcess(),
  });
  return { code, lines: jsonLines(stdout) };
}

it('the command line shows the progress of a verification, and ends when it is stopped', async () => {
  const folder = largeFolder();
  const copy = join(temporaryFolder(), `${randomUUID()}.db`);
  copyFileSync(join(folder, deskFile), copy);
  for (const args of [
    ['--data', folder],
    ['--from', copy],
  ]) {
    const words: string[] = [];
    expect(await runVerify(args, new AbortController().signal, (said) => void words.push(said))).toMatchObject({
      code: 0,
      lines: [{ whole: true }],
    });
    expect(words.filter((said) => /^\rread \d+ %$/.test(said)).length).toBeGreaterThan(5);
    const stopping = new AbortController();
    const stopped = runVerify(args, stopping.signal, (said) => {
      if (/[1-9]\d %/.test(said)) stopping.abort();
    });
    expect(await stopped).toMatchObject({ code: 1, lines: [{ problem: { kind: 'cancelled' } }] });
  }
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`${verifyingPrefix}${String(process.pid)}-`))).toEqual(
    [],
  );
}, 60_000);
