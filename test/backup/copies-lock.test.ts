import { createCopyLock } from '../../electron/copies/backup/copy-lock.ts';
import { keyFile, readKeys, copyCurrentKey } from '../../electron/platform/encryption/key-file.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const passphrase = 'seven green parcels';

it('a passphrase that one command sets twice at the same time is set once, and the first recovery sheet stays valid', async () => {
  const folder = temporaryFolder();
  const lock = createCopyLock(folder, () => 1000);
  const sheets: string[] = [];
  await Promise.all(
    [1, 2].map(() => lock.setPassphrase('one', passphrase).then(() => sheets.push(lock.readSheet().recoveryKey))),
  );
  expect(new Set(sheets).size).toBe(1);
  expect(readKeys(folder)).toMatchObject({ current: { commandId: 'one', recoveryKey: sheets[0] }, older: [] });
});

it('a new folder takes over the passphrase of the previous one, and makes no open copy if that cannot be read', async () => {
  const [from, fresh, wary] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  await createCopyLock(from, () => 1000).setPassphrase('one', passphrase);
  copyCurrentKey(from, fresh);
  expect(readKeys(fresh)).toEqual(readKeys(from));
  writeFileSync(join(from, keyFile), '{"current": {');
  copyCurrentKey(from, wary);
  expect(problemKindOf(() => readKeys(wary))).toBe('damaged');
});
