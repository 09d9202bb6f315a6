import { startDeskInThread } from '../../support/desk-here.ts';
import { effectsByKey } from '../../support/received-creates.ts';
import { runDesk, startPracticeInThread, temporaryFolder } from '../../support/run-desk.ts';
import { quick, untilIdle, list, capture } from './delivering.ts';
import { userInfo } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('the target of a folder', () => {
  it('is refused if a desk may not send to its address, and nothing is bound', async () => {
    const folder = temporaryFolder();
    await capture(folder, 1);
    const withPassword = 'https://user:hunter2@example.com';
    const { code, lines, stdout, stderr } = await runDesk(['deliver', '--data', folder, '--service', withPassword]);
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [{ problem: expect.objectContaining({ kind: 'bad-address' }) }],
    });
    expect(stdout + stderr).not.toContain('hunter2');
    const desk = await startDeskInThread({ folder });
    onTestFinished(() => desk.close());
    for (const service of ['nonsense', 'ftp://example.com', 'http://example.com', withPassword]) {
      const refused = await desk.call('sync.start', { service });
      expect(refused, service).toMatchObject({ ok: false, problem: { kind: 'bad-address' } });
      expect(JSON.stringify(refused)).not.toContain('hunter2');
    }
    await desk.close();
    expect((await list(folder))[0]).toMatchObject({ state: 'queued', tries: 0 });
  });

  it('is bound by the first delivery; another one is refused and gets nothing', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    await capture(folder, 1);
    await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle]);
    await capture(folder, 1, 'NEW');
    const { url } = await startPracticeInThread(service);
    for (const account of [[], ['--account', 'ours']]) {
      const { code, lines } = await runDesk(['deliver', '--data', folder, '--service', url, ...account, ...untilIdle]);
      expect(code).toBe(1);
      expect(lines[0]?.['problem']).toMatchObject({ kind: 'other-target', params: { bound: 'practice' } });
    }
    expect(effectsByKey(service)).toEqual([]);
    expect((await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle])).code).toBe(0);
  });

  it('is used without --service once it is bound', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeInThread(service);
    await capture(folder, 1);
    expect(
      (await runDesk(['deliver', '--data', folder, '--service', url, '--account', 'a b', ...quick, ...untilIdle])).code,
    ).toBe(0);
    await capture(folder, 1, 'NEW');
    expect((await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle])).code).toBe(0);
    expect(effectsByKey(service)).toHaveLength(2);
  });

  it("is logged once, as chosen by the machine's user, without any part of an address with a password", async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeInThread(service);
    await capture(folder, 1);
    const to = (address: string) =>
      runDesk(['deliver', '--data', folder, '--service', address, ...quick, ...untilIdle]);
    await to('https://user:hunter2@example.com');
    for (let times = 0; times < 2; times += 1) expect((await to(url)).code).toBe(0);
    const desk = await startDeskInThread({ folder });
    onTestFinished(() => desk.close());
    const { acts } = await desk.ask('rights.log', {});
    const chosen = { right: 'settings', procedure: 'sync.start', via: 'command-line', parts: 'service' };
    const { username } = userInfo();
    expect(acts).toMatchObject([
      { ...chosen, operator: username, about: url, outcome: 'done' },
      { ...chosen, operator: username, about: '', outcome: 'failed', why: 'bad-address' },
    ]);
  });

  it('cannot be delivered to with an unknown setting or an invalid value', async () => {
    for (const set of ['patience=3', 'concurrency=many', 'concurrency=0']) {
      const { code, lines } = await runDesk(['deliver', '--data', temporaryFolder(), '--set', set, '--until-idle']);
      expect(code).toBe(1);
      expect(lines[0]?.['problem'].kind).toBe('bad-setting');
    }
  });
});
