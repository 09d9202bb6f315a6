import { runDesk, startDeskProcess } from '../../support/run-desk.ts';
import { describe, expect, it } from 'vitest';

describe('desk check', () => {
  it('answers each line with one line, in order, whatever is wrong with it', async () => {
    const input = [
      '\uFEFF{"endpoint":16,"path":{"packageId":"PD-1"}}',
      'no json',
      '',
      '   ',
      '[]',
      'null',
      '{"endpoint":99}',
      '{"endpoint":15,"body":{"sku":"A"}}\r',
      '{"endpoint":16,"path":{"packageId":"PD-2"}}',
    ].join('\n');
    const { code, lines } = await runDesk(['check'], input);
    expect(lines.map((line) => line['ok'])).toEqual([true, false, false, false, false, false, true]);
    expect(lines[0]).toEqual({
      ok: true,
      request: { endpoint: 16, method: 'GET', path: '/v1/directExpressOrders/PD-1/status' },
    });
    expect(lines[1]?.['issues']).toEqual([expect.objectContaining({ in: 'request', path: '$', code: 'not-json' })]);
    expect(lines[5]?.['issues']).toContainEqual(expect.objectContaining({ in: 'body', path: '$.sku' }));
    expect(code).toBe(2);
  });

  it('exits with 0 if it refuses nothing, and prints nothing for empty input', async () => {
    expect((await runDesk(['check'], '{"endpoint":16,"path":{"packageId":"PD-1"}}\n')).code).toBe(0);
    expect(await runDesk(['check'], '')).toMatchObject({ code: 0, stdout: '' });
  });

  it('reports a line that is not UTF-8, and continues', async () => {
    const input = Buffer.concat([
      Buffer.from('{"endpoint":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"endpoint":1}\n'),
    ]);
    const { lines } = await runDesk(['check'], input);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.['issues'][0].message).toMatch(/UTF-8/);
  });

  it('answers lines as they arrive, not at the end', async () => {
    const { child, result: ended } = startDeskProcess(['check']);
    child.stdin?.write('{"endpoint":16,"path":{"packageId":"PD-1"}}\n');
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.stdin?.end();
    expect((await ended).lines).toHaveLength(1);
  });

  it('ends quietly when its output is closed', async () => {
    const { child, result: ended } = startDeskProcess(['check']);
    child.stdout?.destroy();
    for (let i = 0; i < 2000; i++) child.stdin?.write('{"endpoint":16,"path":{"packageId":"PD-1"}}\n');
    const { stderr, code } = await ended;
    expect(stderr).toBe('');
    expect(code).not.toBe(1);
  });
});

describe('the command line', () => {
  it.each([
    [['nonsense'], /no command/],
    [['check', '--deep'], /Unknown option '--deep'/],
    [['check', 'word'], /Use: check/],
    [['list'], /Give --data/],
    [['list', '--data', '/tmp', '--state', 'lost'], /no state lost/],
    [['import', '--data', '/tmp'], /Use: import FILE/],
    [['deliver', '--data', '/tmp', '--timeout', 'soon'], /takes seconds/],
    [['deliver', '--data', '/tmp', '--set', 'holdSeconds'], /name=value/],
    [['__proto__'], /no command/],
  ])('refuses %j', async (args, says) => {
    const { code, lines } = await runDesk(args);
    expect(code).toBe(1);
    expect(lines).toEqual([{ problem: expect.objectContaining({ message: expect.stringMatching(says) }) }]);
  });

  it('explains itself', async () => {
    expect((await runDesk(['--help'])).stdout).toMatch(/deliver/);
    expect(await runDesk(['deliver', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--until-idle'),
    });
    expect((await runDesk([])).code).toBe(0);
  });

  it('prints the interface as OpenAPI 3.1 on one line', async () => {
    const { lines, code } = await runDesk(['contract']);
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.['openapi']).toMatch(/^3\.1/);
    expect(Object.keys(lines[0]?.['paths'])).toContain('/v1/directExpressLabelOrders');
  });
});
