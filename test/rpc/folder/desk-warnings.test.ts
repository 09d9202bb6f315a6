import { deskWarnings } from '../../../electron/desk/folder/folder-guard.ts';
import { startDeskInThread } from '../../support/desk-here.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a warning is announced once when it appears, and once when it ends', async () => {
  const told: unknown[] = [];
  const warnings = deskWarnings((event) => void told.push(event));
  const standing = () => warnings.handlers['desk.warnings']({});
  warnings.report('journal', null);
  expect(told).toEqual([]);
  for (let n = 0; n < 3; n++) warnings.report('journal', { folder: '/x' });
  expect(told).toEqual([{ kind: 'desk' }]);
  expect(await standing()).toEqual({ warnings: [{ code: 'journal', params: { folder: '/x' } }] });
  warnings.report('journal', null);
  expect(told).toHaveLength(2);
  expect(await standing()).toEqual({ warnings: [] });
});

it('a rescue journal that cannot be written causes a warning, and entries are still captured', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-warn-'));
  const taken = join(folder, 'a-file');
  writeFileSync(taken, '');
  const desk = await startDeskInThread({ folder, settings: { journalCopy: taken } });
  try {
    const request = { endpoint: 2, body: { Package: { PackageId: 'A1' } } };
    await desk.ask('entry.enqueue', { commandId: 'journal-copy', request });
    await expect
      .poll(() => desk.ask('desk.warnings', {}))
      .toEqual({ warnings: [{ code: 'journal', params: { folder: taken } }] });
  } finally {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
