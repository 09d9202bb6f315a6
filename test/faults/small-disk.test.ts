import { spawnDesk } from '../support/desk-process.ts';
import { countEnds, type Row } from './kills/count-ends.ts';
import { linesOf, mixedOrders } from './orders.ts';
import { startService } from './service/start.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A disk of 6 MB in memory, or the reason why this machine allows none. */
function smallDisk(): { disk: string } | { refused: string } {
  const disk = mkdtempSync(join(tmpdir(), 'parcel-desk-small-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { encoding: 'utf8' });
  onTestFinished(() => {
    if (status === 0) execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  return status === 0 ? { disk } : { refused: stderr };
}

/** Writes until not one more byte fits. */
function fill(ballast: string): void {
  for (const bytes of [65_536, 4096, 1])
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
}

describe('a disk that fills up (ENOSPC)', () => {
  it('rejects captures, keeps what it saved, and settles answered orders when there is space again: each order arrives once', async ({
    skip,
  }) => {
    const found = smallDisk();
    if ('refused' in found) return skip(`mounting is refused here: ${found.refused}`);
    const { disk } = found;
    const service = await startService();
    onTestFinished(() => service.stop());
    await service.set([], { answersAfterMs: 100, madeAfterMs: 100 });
    const ballast = join(disk, 'ballast');
    const env = { PARCEL_DESK_MACHINE: join(disk, 'machine') };
    const desk = (args: string[], input = '') => {
      const running = spawnDesk([...args, '--data', join(disk, 'desk')], { input, env });
      onTestFinished(() => void running.child.kill('SIGKILL'));
      return running;
    };
    const sets = [
      'holdSeconds=0',
      'graceSeconds=3',
      'backoffFirstSeconds=0.1',
      'readFirstSeconds=0.2',
      'readMostSeconds=1',
    ];
    const deliver = () =>
      desk(['deliver', '--service', service.url, '--until-idle', ...sets.flatMap((one) => ['--set', one])]);
    const orders = mixedOrders(20);
    const entered = await desk(['enqueue'], linesOf(orders)).result;
    expect(entered.code).toBe(0);
    const saved = new Map(entered.lines.map(({ id, key }) => [id as string, key as string]));

    const running = deliver();
    await expect.poll(async () => (await service.accounts()).length, { interval: 10 }).toBeGreaterThan(3);
    fill(ballast);
    const full = await running.result;
    expect([full.code, full.lines.at(-1).summary.cannotWrite]).toEqual([1, true]);
    // A desk that ends releases its log, which frees a little space.
    fill(ballast);
    const refused = await desk(['enqueue'], linesOf(mixedOrders(1, 'LATER'))).result;
    expect(refused.code).not.toBe(0);
    expect(refused.lines[0]?.problem.kind).toBe('disk');

    rmSync(ballast);
    expect((await deliver().result).code).toBe(0);
    const rows = (await desk(['list']).result).lines as Row[];
    const { lost, doubled, unmarked, falselyDone, notDone, changed } = countEnds(
      saved,
      orders.length,
      rows,
      await service.accounts(),
    );
    expect([lost, doubled, unmarked, falselyDone, notDone, changed].flat()).toEqual([]);
    expect(rows).toHaveLength(20);
  });
});
