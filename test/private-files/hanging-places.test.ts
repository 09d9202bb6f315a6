import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDesk, type Desk } from '../../electron/desk.ts';
import { forkPlaceProcess } from '../../electron/place-process.ts';
import type { StartPlaceProcess } from '../../electron/places/place-message.ts';
import { isOpenToScreens } from '../../electron/rpc/screen-desk.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';

/** Takes no folder, and lets Node's own making of nested folders run for ever. */
const noPlace = '/proc/parcel-desk/copies';

async function openWith(journalCopy: string, startPlaces: StartPlaceProcess = forkPlaceProcess): Promise<Desk> {
  const desk = await startDesk({ folder: temporaryFolder(), settings: { journalCopy }, startPlaces });
  onTestFinished(() => desk.close());
  return desk;
}
const placeProcesses = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '')
    .map(Number);
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
    await expect.poll(() => warnings(desk)).toContain('journal');
  });

  it('holds up none where a pipe that nobody reads stands in place of the file', async () => {
    const place = temporaryFolder();
    const desk = await openWith(place);
    execFileSync('mkfifo', [join(place, `${new Date().toISOString().slice(0, 10)}.jsonl`)]);
    // more than any pipe takes up by itself
    const many = Array.from({ length: 120 }, (_, n) => capture(desk, `A${n}`, 'x'.repeat(1000)));
    for (const captured of await Promise.all(many)) expect(captured).toMatchObject({ state: 'queued' });
    await expect.poll(() => warnings(desk)).toContain('journal');
  });

  it('holds up no capture where it hangs, is warned of, and gets later what it lacks', async () => {
    const place = temporaryFolder();
    let hangs = true;
    const desk = await openWith(place, () => {
      const before = placeProcesses();
      const child = forkPlaceProcess();
      // as in a call to a share that is gone: it does nothing more, and hears no signal but the last
      const [pid = 0] = placeProcesses().filter((one) => !before.includes(one));
      if (hangs) process.kill(pid, 'SIGSTOP');
      return child;
    });
    const order: string[] = [];
    const warned = expect
      .poll(() => warnings(desk))
      .toContain('journal')
      .then(() => order.push('warned'));
    for (let n = 0; n < 20; n++) expect(await capture(desk, `A${n}`, '')).toMatchObject({ state: 'queued' });
    order.push('captured');
    await warned;
    expect(order).toEqual(['captured', 'warned']);
    hangs = false;
    await expect.poll(() => warnings(desk)).not.toContain('journal');
    const [day = ''] = readdirSync(place);
    const kept = readFileSync(join(place, day), 'utf8');
    for (let n = 0; n < 20; n++) expect(kept).toContain(`"A${n}"`);
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
