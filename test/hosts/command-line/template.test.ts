import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { join } from 'node:path';
import readXlsxFile from 'read-excel-file/node';
import { expect, it } from 'vitest';

it('desk template contains the units of the given folder, and works without one', async () => {
  const home = temporaryFolder();
  const data = join(home, 'data');
  await runDesk(['settings', '--data', data, '--set', 'weightUnit=oz']);
  const words = async (...more: string[]) => {
    const out = join(home, `template-${more.length}.xlsx`);
    const { code } = await runDesk(['template', 'label-order', '--out', out, ...more]);
    expect(code).toBe(0);
    return JSON.stringify(await readXlsxFile(out));
  };
  expect(await words('--data', data)).toContain('oz');
  expect(await words()).not.toContain('oz');
});
