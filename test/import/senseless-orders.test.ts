import { describe, expect, it } from 'vitest';
import { desk, aDeskForEach, send, run, head, lines, pick } from './step-desk.ts';

describe('orders of a spreadsheet that make no sense', () => {
  aDeskForEach();

  it('are told with what they lack, how many and where, a corrected one too; an order that makes sense is not', async () => {
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

  it('of a whole file are counted all, and the first rows named', async () => {
    const opened = await send(`${head}\n${lines(300)}\n`);
    const checked = await desk.ask('import.check', { ...pick(opened), corrections: [] });
    expect(checked.senseless).toMatchObject([
      { lack: 'address', orders: 300 },
      { lack: 'goods', orders: 300, rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    ]);
  });
});
