import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../electron/hosts/command-line/command-line.ts');

let disk: string;
let desk: ScreenDesk | null;
const root = () => join(disk, 'desk');
const ballast = () => join(disk, 'ballast');

beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
  desk = null;
});
afterEach(async () => {
  await desk?.close();
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

function fill(): void {
  // one page at a time, until no further page fits
  for (;;)
    try {
      writeFileSync(ballast(), Buffer.alloc(4096), { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
      return;
    }
}
const makeRoom = () => rmSync(ballast());
const remount = (how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, disk]);

async function open(): Promise<void> {
  desk = await openScreenDesk({ folder: root(), host: 'browser', secrets: createMemorySecrets() });
}
async function reopen(): Promise<void> {
  await desk?.close();
  await open();
}
async function call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  return ((await desk?.call(name, input)) ?? expect.unreachable()) as Result<Output<N>>;
}
const capture = (PackageId: string, commandId: string = randomUUID()) =>
  call('entry.enqueue', { commandId, request: { endpoint: 2, body: { Package: { PackageId, ServiceCode: 'S' } } } });
async function told(): Promise<unknown> {
  const state = await call('desk.state', {});
  return state.ok && state.value.warnings.find(({ code }) => code === 'cannot-save')?.params['reason'];
}
async function keysAndStates(): Promise<string[]> {
  const page = await call('entries.page', {});
  return page.ok ? page.value.rows.map(({ key, state }) => `${key} ${state}`).sort() : [page.problem.kind];
}
const eventually = { timeout: 60_000, interval: 250 };
const refusal = (reason: string) => ({ ok: false, problem: { kind: 'disk', params: { reason } } });

describe('a desk on a full disk', () => {
  it('refuses captures with the reason, still shows its entries, and resumes automatically when there is space', async () => {
    await open();
    expect(await capture('A1')).toMatchObject({ ok: true });
    await expect.poll(keysAndStates, eventually).toEqual(['A1 done']);
    fill();
    const commandId = randomUUID();
    expect(await capture('A2', commandId)).toMatchObject(refusal('full'));
    expect(await told()).toBe('full');
    expect(await keysAndStates()).toEqual(['A1 done']);
    makeRoom();
    await expect.poll(told, eventually).toBeUndefined();
    expect(await capture('A2', commandId)).toMatchObject({ ok: true, value: { already: false } });
    await expect.poll(keysAndStates, eventually).toEqual(['A1 done', 'A2 done']);
  });

  it('opens, even for the first time, and starts to save and deliver when there is space', async () => {
    fill();
    await open();
    expect(await told()).toBe('full');
    expect(await capture('A1')).toMatchObject(refusal('full'));
    makeRoom();
    await expect.poll(told, eventually).toBeUndefined();
    expect(await capture('A1')).toMatchObject({ ok: true });
    await expect.poll(keysAndStates, eventually).toEqual(['A1 done']);
    fill();
    await reopen();
    expect(await keysAndStates()).toEqual(['A1 done']);
    expect(await capture('A2')).toMatchObject(refusal('full'));
    makeRoom();
  });

  it('makes the command line report the problem for the line, and no order as saved', () => {
    const folder = join(disk, 'own');
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [program, ...words, '--data', folder], {
        input: '{"endpoint":2,"body":{"Package":{"PackageId":"A1"}}}\n',
        encoding: 'utf8',
      });
    expect(run('enqueue').status).toBe(0);
    fill();
    const { status, stdout } = run('enqueue');
    expect(status).not.toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ problem: { kind: 'disk' } });
    expect(run('list').stdout).toContain('"A1"');
    makeRoom();
  });
});

describe('a desk on a read-only disk', () => {
  it('shows saved entries, refuses captures with the reason, and resumes automatically when the disk is writable', async () => {
    await open();
    await capture('A1');
    await expect.poll(keysAndStates, eventually).toEqual(['A1 done']);
    await desk?.close();
    remount('ro');
    await open();
    expect(await told()).toBe('read-only');
    expect(await keysAndStates()).toEqual(['A1 done']);
    expect(await capture('A2')).toMatchObject(refusal('read-only'));
    remount('rw');
    await expect.poll(told, eventually).toBeUndefined();
    expect(await capture('A2')).toMatchObject({ ok: true });
    await expect.poll(keysAndStates, eventually).toEqual(['A1 done', 'A2 done']);
  });
});

describe('a desk whose disk holds a damaged file', () => {
  it('opens, and reports the damage for reads and captures', async () => {
    await open();
    await capture('A1');
    await desk?.close();
    const path = join(root(), 'practice', 'desk.db');
    execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=1', 'count=16', 'conv=notrunc', 'status=none']);
    await open();
    expect(await told()).toBe('damaged');
    expect(await capture('A2')).toMatchObject({ ok: false, problem: { kind: 'damaged' } });
    expect(await call('entries.counts', {})).toMatchObject({ ok: false, problem: { kind: 'damaged' } });
  });
});
