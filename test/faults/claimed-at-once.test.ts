import { claimName, lockedExtension, openExtension } from '../../electron/copies/backup/claim-name.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { readFileSync, readdirSync, renameSync, writeFileSync, type openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

/** What another process does just before a file is opened. */
const moment = vi.hoisted(() => ({ before: (): void => undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<{ openSync: typeof openSync }>();
  return {
    ...real,
    openSync: (...given: Parameters<typeof openSync>) => {
      moment.before();
      return real.openSync(...given);
    },
  };
});

const at = Date.UTC(2026, 10, 22, 12, 0, 0);
const once = (act: () => void) => () => {
  moment.before = () => undefined;
  act();
};

it('a backup that claims a name at the same moment as another one does not overwrite it', () => {
  const place = temporaryFolder();
  // This process has listed the folder by now.
  moment.before = once(() => {
    const theirs = claimName(place, at, openExtension);
    writeFileSync(theirs.unfinishedPath, 'theirs');
    renameSync(theirs.unfinishedPath, theirs.path);
  });
  const mine = claimName(place, at, openExtension);
  writeFileSync(mine.unfinishedPath, 'mine');
  renameSync(mine.unfinishedPath, mine.path);
  const made = readdirSync(place).map((name) => readFileSync(join(place, name), 'utf8'));
  expect(made.toSorted()).toEqual(['mine', 'theirs']);
});

it('a locked and an open backup that start at the same moment get different names', () => {
  const place = temporaryFolder();
  let theirs = '';
  moment.before = once(() => (theirs = claimName(place, at, lockedExtension).path));
  const mine = claimName(place, at, openExtension).path;
  expect(mine.replace(/\.db$/, '')).not.toBe(theirs.replace(/\.db\.locked$/, ''));
});
