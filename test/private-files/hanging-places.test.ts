import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDesk, type Desk } from '../../electron/desk.ts';
import { isOpenToScreens } from '../../electron/rpc/screen-desk.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';

/** Takes no folder, and lets Node's own making of nested folders run for ever. */
const noPlace = '/proc/parcel-desk/copies';

async function openWith(journalCopy: string): Promise<Desk> {
  const desk = await startDesk({ folder: temporaryFolder(), settings: { journalCopy } });
  onTestFinished(() => desk.close());
  return desk;
}
const capture = (desk: Desk, PackageId: string, Remark: string) =>
  desk.ask('entry.enqueue', {
    commandId: randomUUID(),
    request: { endpoint: 2, body: { Package: { PackageId, Remark } } },
  });
const warnings = async (desk: Desk) => (await desk.ask('desk.warnings', {})).warnings.map(({ code }) => code);

describe.runIf(process.platform === 'linux')('a place that takes nothing', () => {
  it('holds up no capture as second place of the journal, and is warned of', async () => {
    const desk = await openWith(noPlace);
    expect(await capture(desk, 'A1', '')).toMatchObject({ state: 'queued' });
    expect(await warnings(desk)).toContain('journal');
  });

  it('holds up none where a pipe that nobody reads stands in place of the file', async () => {
    const place = temporaryFolder();
    const desk = await openWith(place);
    execFileSync('mkfifo', [join(place, `${new Date().toISOString().slice(0, 10)}.jsonl`)]);
    // more than any pipe takes up by itself
    const many = Array.from({ length: 120 }, (_, n) => capture(desk, `A${n}`, 'x'.repeat(1000)));
    for (const captured of await Promise.all(many)) expect(captured).toMatchObject({ state: 'queued' });
    expect(await warnings(desk)).toContain('journal');
  });

  it('is refused as place of a backup, at once', async () => {
    const folder = temporaryFolder();
    const order = '{"endpoint":2,"body":{"Package":{"PackageId":"A1"}}}\n';
    await runDesk(['enqueue', '--data', folder], order);
    const { code, lines } = await runDesk(['backup', '--data', folder, '--to', noPlace]);
    expect({ code, kind: lines[0]?.problem.kind }).toEqual({ code: 1, kind: 'bad-file' });
  });
});

it('a screen makes no backup, since it would name any place on the disk', () => {
  expect(isOpenToScreens('backup.make')).toBe(false);
});
