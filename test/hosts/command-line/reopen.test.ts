import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a folder without a desk cannot be reopened, and is not created', async () => {
  const folder = join(temporaryFolder(), 'misspelt');
  expect(await runDesk(['reopen', '--data', folder])).toMatchObject({
    code: 1,
    lines: [{ problem: { kind: 'bad-file', params: { reason: 'no-desk' } } }],
  });
  expect(existsSync(folder)).toBe(false);
});
