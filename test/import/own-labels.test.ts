import { checkOwnLabels } from '../../electron/desk/handlers/import-handlers.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { aDeskForEach, desk, queued, run, send } from './step-desk.ts';
import { expect, it } from 'vitest';

aDeskForEach();

it('an own label that cannot be printed is reported when the sheet is checked, each reason with its rows, and its order is still queued', async () => {
  const rows = ['P-1,no label', 'P-2,', 'P-3,^XA^JUS^FO1,1^GB9,9,9^FS^XZ', 'P-4,nor this'].map((row) =>
    row.includes('^') ? row.replace(/,(.*)$/, ',"$1"') : row,
  );
  const opened = await send(`PackageId,ImportLabel\n${rows.join('\n')}\n`);
  const checked = await desk.ask('import.check', { importId: opened.importId, mapping: opened.mapping });
  const own = checked.warnings.filter(({ code }) => code === 'own-label');
  expect(own).toMatchObject([
    { row: 2, rows: 2, path: '$.Package.ImportLabel', params: { reason: 'no-form' } },
    { row: 4, rows: 1, params: { reason: 'command' } },
  ]);
  expect(checked.good).toBe(4);
  expect(await run(opened)).toMatchObject({ queued: 4 });
  expect(await queued()).toBe(4);
});

it('own labels of a large sheet are checked for 12 seconds, and the unchecked ones are counted', async () => {
  let time = 0;
  const draw = () => ((time += 4000), Promise.resolve({ drawings: [] }));
  const timer = { after: () => () => undefined, monotonic: () => time, settings: () => defaultSettings };
  const { problemsOf, left } = checkOwnLabels({ ...timer, draw });
  for (let row = 0; row < 5000; row += 1) await problemsOf({ Package: { ImportLabel: 'JVBERi0xLjQ=' } });
  expect([time, left()]).toEqual([12_000, 4997]);
});

it('an own label that takes longer than the remaining time is not waited for', async () => {
  const late: (() => void)[] = [];
  const { problemsOf, left } = checkOwnLabels({
    draw: () => new Promise(() => undefined),
    settings: () => defaultSettings,
    after: (_, run) => (late.push(run), () => undefined),
    monotonic: () => 0,
  });
  const found = problemsOf({ Package: { ImportLabel: 'JVBERi0xLjQ=' } });
  late[0]!();
  expect([await found, left()]).toEqual([[], 1]);
});
