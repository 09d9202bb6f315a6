import { fetchNewestBackup } from '../../electron/copies/restore/fetch-newest-backup.ts';
import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { openWorkspaceState } from '../../electron/desk/workspaces/open-workspace.ts';
import { entrySearch } from '../../electron/outbox/search/find-entries.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { firstStatements } from '../support/cut-script.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Databases written by the program of each version: OLD-1 and OLD-2 done at the practice service, OLD-3 queued. */
const released = fileURLToPath(new URL('released', import.meta.url));
const versions = readdirSync(released).map((name) => Number(/\d+/.exec(name)?.[0]));

function folderOf(version: number): string {
  const folder = temporaryFolder();
  const packed = readFileSync(join(released, `version-${version}.db.gz`));
  writeFileSync(join(folder, 'desk.db'), gunzipSync(packed));
  return folder;
}
const entriesIn = (path: string): unknown[] => {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare('SELECT id, endpoint, key, state, request, tries, tracking_number FROM entry ORDER BY seq').all();
  } finally {
    db.close();
  }
};
const versionIn = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  try {
    return db.pragma('user_version', { simple: true });
  } finally {
    db.close();
  }
};

it('a database of each released version exists', () => {
  expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const version of versions) expect(versionIn(join(folderOf(version), 'desk.db'))).toBe(version);
});

describe.each(versions)('a data folder of version %i', (version) => {
  it('is verified as whole before it is migrated, and can be listed without being written', async () => {
    const folder = folderOf(version);
    const before = entriesIn(join(folder, 'desk.db'));
    const verified = await runDesk(['verify', '--data', folder]);
    expect(verified.lines).toMatchObject([{ whole: true, entries: 3, damages: [] }]);
    expect(versionIn(join(folder, 'desk.db'))).toBe(version);
    const { code, lines } = await runDesk(['list', '--data', folder]);
    expect([code, lines.map(({ key }) => key as string)]).toEqual([0, ['OLD-1', 'OLD-2', 'OLD-3']]);
    expect(entriesIn(join(folder, 'desk.db'))).toEqual(before);
  });

  it('is migrated whole with every entry, and can be worked on', async () => {
    const folder = folderOf(version);
    const before = entriesIn(join(folder, 'desk.db'));
    const db = openDesk(folder);
    expect(verifyDatabase(db)).toMatchObject({ whole: true, entries: 3, uncovered: 0 });
    // Its constraints hold again.
    expect(() => db.exec("UPDATE entry SET state = 'refused', reason_text = NULL")).toThrow(/CHECK/);
    db.close();
    expect(entriesIn(join(folder, 'desk.db'))).toEqual(before);
    const { lines } = await runDesk(['list', '--data', folder]);
    expect(lines).toMatchObject([
      { key: 'OLD-1', state: 'done' },
      { key: 'OLD-2', state: 'done' },
      { key: 'OLD-3', state: 'queued' },
    ]);
    const order = '{"endpoint":2,"body":{"Package":{"PackageId":"NEW-1"}}}\n';
    expect((await runDesk(['enqueue', '--data', folder], order)).lines).toMatchObject([{ key: 'NEW-1' }]);
    const after = openDesk(folder);
    expect(verifyDatabase(after)).toMatchObject({ whole: true, entries: 4, damages: [] });
    const { find } = entrySearch(after);
    expect(find('new-1', null)).toEqual([4]);
    // Version 1 had no search.
    if (version > 1) expect(find('old-1', null)).toEqual([1]);
    after.close();
  });

  it('is used by a host as its root folder', async () => {
    const folder = folderOf(version);
    const place = await openWorkspaceState(folder, null);
    expect(place).toMatchObject({ root: 'practice', mode: 'practice' });
  });

  it('is a backup that is found and opened automatically after damage', () => {
    const [folder, data] = [folderOf(version), temporaryFolder()];
    renameSync(join(folder, 'desk.db'), join(folder, 'parcel-desk-20261122T080000Z.db'));
    const to = join(data, 'fetched.db');
    expect(
      fetchNewestBackup({ folders: [folder], to }, { opener: createOpener([]), lockedOnly: false }, () => undefined),
    ).toMatchObject({
      path: expect.any(String),
    });
    expect(entriesIn(to)).toHaveLength(3);
  });
});

describe('a migration that is killed', { timeout: 300_000 }, () => {
  it('at any of its statements leaves the database at one version or the next, and the next start completes it', () => {
    const brought = join(folderOf(1), 'desk.db');
    const before = entriesIn(brought);
    let killed = 0;
    for (const step of deskMigrations.slice(1)) {
      // Files with identical bytes migrate in the same way.
      const seen = new Set<string>();
      for (let statement = 0; ; statement += 1) {
        const folder = temporaryFolder();
        const path = join(folder, 'desk.db');
        copyFileSync(brought, path);
        const cut = firstStatements(step.sql, statement);
        if (cut === null) break;
        killed += 1;
        // The state a kill leaves: the earlier statements in a transaction that was never committed.
        const half = new Database(path);
        half.pragma('journal_mode = WAL');
        half.exec(`BEGIN EXCLUSIVE; ${cut}`);
        half.close();
        expect(readdirSync(folder)).toEqual(['desk.db']);
        const left = createHash('sha256').update(readFileSync(path)).digest('hex');
        if (seen.has(left)) continue;
        seen.add(left);
        expect(versionIn(path)).toBe(step.version - 1);
        const db = openDesk(folder);
        expect(verifyDatabase(db)).toMatchObject({ whole: true, entries: 3 });
        db.close();
        expect(entriesIn(path)).toEqual(before);
      }
      openSqlite(brought, deskMigrations.slice(0, step.version)).close();
    }
    expect(killed).toBeGreaterThan(deskMigrations.length);
  });

  it('at any instant loses nothing', async () => {
    for (const afterMs of [0, 5, 20, 60, 120]) {
      const folder = folderOf(1);
      const path = join(folder, 'desk.db');
      const before = entriesIn(path);
      const open = fileURLToPath(new URL('../../electron/storage/database/open-desk.ts', import.meta.url));
      const code = `const { openDesk } = await import(${JSON.stringify(open)}); process.send('begins'); openDesk(${JSON.stringify(folder)}); process.send('done');`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const closed = once(child, 'close');
      await once(child, 'message');
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      child.kill('SIGKILL');
      await closed;
      const db = openDesk(folder);
      expect(verifyDatabase(db)).toMatchObject({ whole: true, entries: 3, uncovered: 0 });
      db.close();
      expect(entriesIn(path)).toEqual(before);
    }
  });
});
