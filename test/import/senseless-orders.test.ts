import { desk, aDeskForEach, send, run, head, lines, pick } from './step-desk.ts';
import { describe, expect, it } from 'vitest';

describe('incomplete orders of a spreadsheet', () => {
  aDeskForEach();

  it('are reported with the missing parts, their count and rows, even after a correction; a complete order is not', async () => {
    const rows = ['P-1,SGP,Ana Ruiz,ES,1', 'P-2,SGP,,ES,1', 'P-3,SGP,,,1', 'P-4,SGP,,ES,heavy'];
    const opened = await send(`${head}\n${rows.join('\n')}\n`);
    const { importId, mapping } = opened;
    const checked = await desk.ask('import.check', { importId, mapping, corrections: [] });
    expect(checked).toMatchObject({ good: 3, bad: 1 });
    expect(checked.senseless).toEqual([
      { lack: 'recipient', orders: 2, rows: [3, 4] },
      { lack: 'country', orders: 1, rows: [4] },
      { lack: 'address', orders: 3, rows: [2, 3, 4] },
      { lack: 'goods', orders: 3, rows: [2, 3, 4] },
    ]);
    const corrections = [{ row: 5, column: 4, text: '2' }];
    const corrected = await desk.ask('import.checkRow', { importId, mapping, row: 5, corrections });
    expect(corrected).toMatchObject({ problems: [], lacks: ['recipient', 'address', 'goods'] });
    await run(opened);
    const after = await desk.ask('import.check', { importId, mapping, corrections });
    expect(after.senseless, 'what is queued is asked about no more').toMatchObject([
      { lack: 'recipient', orders: 1, rows: [5] },
      { lack: 'address' },
      { lack: 'goods' },
    ]);
  });

  it('include those whose label has letters that no font has, reported once with their rows', async () => {
    const names = ['Ana 🎉 Ruiz', 'Ana Ruiz', '张伟', 'محمد علي', 'Zoë Å', 'किरण', '\u{10ffff}', 'Zoe\u0308'];
    const rows = names.map((name, at) => `P-${at},SGP,${name},ES,1`);
    const opened = await send(`${head}\n${rows.join('\n')}\n`);
    const letters = async () => {
      const { senseless, good } = await desk.ask('import.check', { ...pick(opened), corrections: [] });
      return [good, senseless.filter(({ lack }) => lack === 'letters')];
    };
    expect(await letters()).toEqual([8, [{ lack: 'letters', orders: 2, rows: [2, 8] }]]);
    const corrections = [{ row: 2, column: 2, text: 'Ana Ruiz' }];
    const corrected = await desk.ask('import.checkRow', { ...pick(opened), row: 2, corrections });
    expect(corrected.lacks).not.toContain('letters');
    await run(opened);
    expect(await letters(), 'what is queued is asked about no more').toEqual([0, []]);
  });

  it('of a whole file are all counted, and the first rows listed', async () => {
    const opened = await send(`${head}\n${lines(300)}\n`);
    const checked = await desk.ask('import.check', { ...pick(opened), corrections: [] });
    expect(checked.senseless).toMatchObject([
      { lack: 'address', orders: 300 },
      { lack: 'goods', orders: 300, rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    ]);
  });
});
