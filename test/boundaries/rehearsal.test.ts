import { modulesReachedFrom } from './reached-from.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a backup test cannot reach the register, a secret or the network: no file it loads imports them', () => {
  const { files, packages } = modulesReachedFrom(
    join(import.meta.dirname, '../..'),
    'electron/copies/rehearsal/test-backup.ts',
  );
  const forbiddenFiles =
    /^electron\/(register\/(register-folder|generations|open-register|known-)|secrets|practice|places)/;
  expect([...files].filter((path) => forbiddenFiles.test(path))).toEqual([]);
  expect(files).not.toContain('electron/delivery/service/client.ts');
  expect(
    [...packages.keys()].filter((name) => /^(undici|ws|node:(net|http|https|http2|tls|dgram))/.test(name)),
  ).toEqual([]);
  expect(files).toContain('electron/copies/restore/restore.ts');
});
