import { runDesk, startDeskProcess, temporaryFolder } from '../../support/run-desk.ts';
import { quick, capture } from './delivering.ts';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('the secret header', () => {
  it.each([
    ['a name that the desk sets itself', 'Host: secret-7f3a'],
    ['a secret that no header can contain', 'X-Key: clé-7f3a-9c'],
  ])('is refused with advice before the folder is opened: %s', async (_what, line) => {
    const folder = temporaryFolder();
    const file = join(folder, 'header.txt');
    writeFileSync(file, `${line}\n`);
    const { code, lines } = await runDesk(['deliver', '--data', join(folder, 'desk'), '--header-file', file]);
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({ problem: { kind: 'bad-setting' } });
    expect(lines[0]?.['problem'].message).not.toContain('7f3a');
    expect(existsSync(join(folder, 'desk'))).toBe(false);
  });

  it('reaches the service from a file or the environment, and is printed nowhere', async () => {
    const seen: (string | undefined)[] = [];
    const service = createServer((request, response) => {
      seen.push(request.headers['x-key'] as string | undefined);
      request.resume();
      response.writeHead(401, { 'content-type': 'application/json' }).end(`{"Message":"${request.headers['x-key']}"}`);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    onTestFinished(() => void service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const folder = temporaryFolder();
    await capture(folder, 1);
    const file = join(folder, 'header.txt');
    writeFileSync(file, 'X-Key: hunter2 is long\r\nsecond line\n');
    const args = ['deliver', '--data', folder, '--service', url, '--until-idle', '--timeout', '5', ...quick];
    const byFile = await runDesk([...args, '--header-file', file]);
    expect(byFile.code).toBe(3);
    const byEnvironment = await startDeskProcess(args, {
      input: '',
      env: { PARCEL_DESK_HEADER: 'X-Key: hunter2 is long' },
    }).result;
    expect(byEnvironment.code).toBe(3);
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(new Set(seen)).toEqual(new Set(['hunter2 is long']));
    const listed = await runDesk(['list', '--data', folder]);
    for (const ran of [byFile, byEnvironment, listed]) expect(ran.stdout + ran.stderr).not.toContain('hunter2');
  });

  it('written wrongly is refused without repeating it', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'header.txt');
    writeFileSync(file, 'hunter2\n');
    const { code, stdout, stderr } = await runDesk([
      'deliver',
      '--data',
      folder,
      '--header-file',
      file,
      '--until-idle',
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('Name: value');
    expect(stdout + stderr).not.toContain('hunter2');
  });
});
