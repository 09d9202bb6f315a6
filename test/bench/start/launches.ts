import { builtAppOfRun, electronOfRun } from '../../support/real-electron/run.ts';
import { absoluteOfRounds, ofRounds, type Figure, type Round } from '../figure.ts';
import { launch } from './launch.ts';
import { dropFromCache, megabytesOf, untilIdle } from './resources.ts';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const startKinds = ['cold', 'warm', 'after a kill'] as const;
type StartKind = (typeof startKinds)[number];

/** What is launched: an empty window, a desk with few entries, or one with many. */
export const subjects = ['empty', 'few', 'many'] as const;
type Subject = (typeof subjects)[number];
export type Folders = Readonly<Record<Subject, string>>;

const saveDurationMs = 700;
const maxIdleWaitMs = 180_000;

/** Script for the page: saves orders endlessly. */
const saveEndlesslyScript = `void (async () => {
  for (let n = 0; ; n++) {
    const body = { Package: { PackageId: 'BENCH-' + crypto.randomUUID(), ServiceCode: 'SGP' } };
    await Promise.all(Array.from({ length: 8 }, () => parcelDesk.call('entry.enqueue', {
      commandId: crypto.randomUUID(), operator: 'Bench',
      request: { endpoint: 2, body: { Package: { ...body.Package, PackageId: 'BENCH-' + crypto.randomUUID() } } },
    })));
  }
})()`;

const windowKind = (subject: Subject): 'desk' | 'empty' => (subject === 'empty' ? 'empty' : 'desk');

async function launchMs(home: string, folders: Folders, subject: Subject, startKind: StartKind): Promise<number> {
  const folder = folders[subject];
  if (startKind === 'after a kill' && subject !== 'empty') {
    const firstRun = await launch(home, folder, 'desk');
    await firstRun.ask('script', { code: saveEndlesslyScript });
    await wait(saveDurationMs);
    await firstRun.kill();
  }
  if (startKind === 'cold') dropFromCache([folder, builtAppOfRun(), dirname(electronOfRun().program)]);
  const app = await launch(home, folder, windowKind(subject));
  await app.close();
  return app.tookMs;
}

/** Measures the time from the launch to a window in which an order can be saved, in alternating rounds. */
export async function* launches(home: string, folders: Folders, rounds: number, many: number): AsyncGenerator<Figure> {
  const timesByKind = new Map<StartKind, Record<Subject, number>[]>(startKinds.map((startKind) => [startKind, []]));
  // A first launch of each does the one-time work in a new folder, which is not measured.
  for (const subject of subjects) await launchMs(home, folders, subject, 'warm');
  for (let round = 0; round < rounds; round++)
    for (const startKind of startKinds) {
      const timesMs = { empty: 0, few: 0, many: 0 };
      for (const subject of subjects) timesMs[subject] = await launchMs(home, folders, subject, startKind);
      timesByKind.get(startKind)?.push(timesMs);
    }
  for (const [startKind, timesOfKind] of timesByKind) {
    const roundsOf = (measured: Subject, against: Subject): Round[] =>
      timesOfKind.map((one) => ({ measured: one[measured], against: one[against] }));
    const name = `launch to an order saved, ${String(many)} entries, ${startKind}`;
    yield ofRounds('start', name, roundsOf('many', 'few'), 'ms', '1000 entries', 1.2);
    for (const [subject, entries] of [['few', 1000] as const, ['many', many] as const])
      yield ofRounds(
        'start',
        `launch to an order saved, ${String(entries)} entries, ${startKind}`,
        roundsOf(subject, 'empty'),
        'ms',
        'an empty window',
        2,
      );
  }
}

/** Measures the memory of each when it is idle. */
export async function* memoryAtIdle(
  home: string,
  folders: Folders,
  rounds: number,
  many: number,
): AsyncGenerator<Figure> {
  const memoryMb: Record<Subject, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const measuredMb = { empty: 0, few: 0, many: 0 };
    for (const subject of subjects) {
      const app = await launch(home, folders[subject], windowKind(subject));
      await untilIdle(app, maxIdleWaitMs);
      measuredMb[subject] = megabytesOf(app);
      await app.close();
    }
    memoryMb.push(measuredMb);
  }
  const differences = memoryMb.map((one) => ({ measured: one.many - one.few, against: one.few }));
  yield absoluteOfRounds(
    'start',
    `memory at idle, ${String(many)} entries, more than with 1000`,
    differences,
    'MB',
    '1000 entries',
    50,
  );
  const totals = memoryMb.map((one) => ({ measured: one.many, against: one.empty }));
  yield ofRounds('start', `memory at idle, ${String(many)} entries`, totals, 'MB', 'an empty window', null);
}
