import { label, openLostDesk } from '../backup/lost-desk.ts';
import { describe, expect, it } from 'vitest';

/** All keys at any depth. */
const keysIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);

describe('a row returned to a screen', () => {
  it('has the fields of the contract, and no row seal', async () => {
    const { desk, command } = await openLostDesk();
    const request = { endpoint: 2, query: {}, body: label('T').body };
    const { id } = await desk.ask('templates.save', { ...command(), name: 'usual', request });
    const used = await desk.ask('templates.use', { commandId: command().commandId, id });
    const { templates } = await desk.ask('templates.list', { endpoint: 2 });
    const columns = ['id', 'endpoint', 'name', 'operator', 'used', 'request', 'usedAt'];
    expect(templates.map((row) => Object.keys(row).toSorted())).toEqual([columns.toSorted()]);
    expect(Object.keys(used).toSorted()).toEqual(columns.toSorted());
    await desk.ask('operators.save', { commandId: command().commandId, name: 'Mia', code: 'M1' });
    await desk.ask('watch.add', { ...command(), numbers: ['LX123456789CN'] });
    const others = await Promise.all([
      desk.ask('operators.list', {}),
      desk.ask('watch.rows', { seqs: (await desk.ask('watch.seqs', {})).seqs }),
    ]);
    expect(keysIn(others)).not.toContain('seal');
  });
});
