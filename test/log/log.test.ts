import { faultEntry } from '../../electron/platform/log/fault-entry.ts';
import {
  logFile,
  logFolderOf,
  olderLogs,
  readLog,
  recordOf,
  type LogEntry,
} from '../../electron/platform/log/log-record.ts';
import { openLog } from '../../electron/platform/log/open-log.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const now = Date.UTC(2026, 10, 23, 8);

function logFolder(): string {
  const home = mkdtempSync(join(tmpdir(), 'parcel-log-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return logFolderOf(home);
}

describe('the log', () => {
  it('contains each event with its time and level', async () => {
    const folder = logFolder();
    const log = openLog(folder, () => now);
    log.write({ event: 'mode', mode: 'live' });
    log.write({ event: 'paused', why: 'unauthorized' });
    await log.close();
    const at = '2026-11-23T08:00:00.000Z';
    expect(await readLog(folder, 10)).toEqual([
      { at, level: 'info', event: 'mode', mode: 'live' },
      { at, level: 'warn', event: 'paused', why: 'unauthorized' },
    ]);
  });

  it.each<[string, object]>([
    ['an unknown field', { event: 'warning', code: 'disk', folder: '/home/li.na/desk' }],
    ['a value outside its list of words', { event: 'warning', code: 'Li Na' }],
    ['free text as the location of a fault', { event: 'fault', name: 'TypeError', frames: ['Li Na, Hauptstr. 5'] }],
    ['an unknown event', { event: 'note', text: 'hunter2' }],
  ])('drops entries outside its schema: %s', async (_what, entry) => {
    const folder = logFolder();
    const log = openLog(folder, () => now);
    log.write(entry as LogEntry);
    log.write({ event: 'resumed' });
    await log.close();
    expect(readFileSync(join(folder, logFile()), 'utf8').split('\n')).toEqual([
      JSON.stringify(recordOf({ event: 'resumed' }, now)),
      '',
    ]);
  });

  it('rotates full files, keeps a fixed number of them, all readable only by this user', async () => {
    const folder = logFolder();
    const log = openLog(folder, () => now);
    const line = JSON.stringify(recordOf({ event: 'endpoint-well', endpoint: 7 }, now)).length;
    const all = Math.ceil(((olderLogs + 2) * 2 ** 20) / line);
    for (let written = 0; written < all; written++) log.write({ event: 'endpoint-well', endpoint: 7 });
    log.write({ event: 'resumed' });
    await log.close();
    const files = readdirSync(folder);
    expect(files.sort()).toEqual(Array.from({ length: olderLogs + 1 }, (_, older) => logFile(older)).sort());
    for (const file of files) {
      const { mode, size } = statSync(join(folder, file));
      expect([mode & 0o777, size < 2 ** 20 + 2 * line]).toEqual([0o600, true]);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const newest = await readLog(folder, 20_000);
    expect(newest).toHaveLength(20_000);
    expect(newest.at(-1)).toMatchObject({ event: 'resumed' });
  });

  it('continues when the disk accepts lines again, and records how many were lost', async () => {
    const folder = logFolder();
    // A file at the folder's path, so that no log file can be created.
    writeFileSync(folder, '');
    const log = openLog(folder, () => now);
    for (const endpoint of [1, 2, 8]) log.write({ event: 'endpoint-well', endpoint });
    rmSync(folder);
    log.write({ event: 'resumed' });
    await log.close();
    expect(await readLog(folder, 10)).toMatchObject([{ event: 'lost', lines: 3 }, { event: 'resumed' }]);
  });

  it('ignores lines that the desk did not write', async () => {
    const folder = logFolder();
    const log = openLog(folder, () => now);
    log.write({ event: 'resumed' });
    await log.close();
    const path = join(folder, logFile());
    const foreign = [
      'Li Na, Hauptstr. 5',
      'null',
      '{"event":"resumed"}',
      JSON.stringify({ ...recordOf({ event: 'resumed' }, now), to: 'Li Na' }),
    ];
    writeFileSync(path, `${foreign.join('\n')}\n${readFileSync(path, 'utf8')}{"at":"2026-`);
    expect(await readLog(folder, 10)).toMatchObject([{ event: 'resumed' }]);
  });

  it('contains a crash at once, as its last line', async () => {
    const folder = logFolder();
    const log = openLog(folder, () => now);
    log.write({ event: 'resumed' });
    await log.close();
    log.crash(new RangeError('Li Na'));
    expect((await readLog(folder, 10)).map(({ event }) => event)).toEqual(['resumed', 'crashed']);
  });
});

describe('a fault in the log', () => {
  it('is recorded by kind, code and location, without its message or a folder', () => {
    const error = Object.assign(new TypeError('Li Na of Hauptstr. 5 is no number'), { code: 'ENOSPC' });
    error.stack = [
      'TypeError: Li Na of Hauptstr. 5 is no number',
      'at Hauptstr. 5',
      '    at readRow (file:///home/li.na/parcel-desk/dist/electron/desk-worker.js:120:9)',
      '    at async Object.<anonymous> (C:\\Users\\Li Na\\desk\\main.js:3:1)',
      '    at file:///home/li.na/desk.ts:7:2',
      '    at Proxy.Li Na (native:1:1)',
    ].join('\n');
    const fault = faultEntry(error);
    expect(fault).toEqual({
      event: 'fault',
      name: 'TypeError',
      code: 'ENOSPC',
      frames: [
        'readRow desk-worker.js:120:9',
        'Object.<anonymous> main.js:3:1',
        'desk.ts:7:2',
        'Proxy.Li Na native:1:1',
      ],
    });
    expect(recordOf(fault, now)).toMatchObject(fault);
  });

  it.each([['a text'], [null], [Object.assign(new Error('x'), { name: 'Li Na!', code: 'a b', stack: undefined })]])(
    'is recorded whatever was thrown: %s',
    (thrown) => {
      const record = recordOf(faultEntry(thrown), now);
      expect(record).toMatchObject({ event: 'fault', level: 'error', frames: [] });
      expect(JSON.stringify(record)).not.toMatch(/a text|Li Na/);
    },
  );
});
