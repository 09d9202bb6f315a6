import { builtAppOfRun, electronOfRun } from '../../support/real-electron/run.ts';
import { absoluteOfRounds, ofRounds, type Figure, type Round } from '../figure.ts';
import { launch } from './launch.ts';
import { forget, megabytesOf, untilIdle } from './resources.ts';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ways = ['cold', 'warm', 'after a kill'] as const;
type Way = (typeof ways)[number];

/** What is launched: an empty window, a desk with few entries, one with many. */
export const subjects = ['empty', 'few', 'many'] as const;
type Subject = (typeof subjects)[number];
export type Folders = Readonly<Record<Subject, string>>;

const savingMs = 700;
const longestRestMs = 180_000;

/** Saves orders endlessly. */
const saveOn = `void (async () => {
  for (let n = 0; ; n++) {
    const body = { Package: { PackageId: 'BENCH-' + crypto.randomUUID(), ServiceCode: 'SGP' } };
    await Promise.all(Array.from({ length: 8 }, () => parcelDesk.call('entry.enqueue', {
      commandId: crypto.randomUUID(), operator: 'Bench',
      request: { endpoint: 2, body: { Package: { ...body.Package, PackageId: 'BENCH-' + crypto.randomUUID() } } },
    })));
  }
})()`;

const of = (subject: Subject): 'desk' | 'empty' => (subject === 'empty' ? 'empty' : 'desk');

async function launched(home: string, folders: Folders, subject: Subject, way: Way): Promise<number> {
  const folder = folders[subject];
  if (way === 'after a kill' && subject !== 'empty') {
    const first = await launch(home, folder, 'desk');
    await first.ask('script', { code: saveOn });
    await wait(savingMs);
    await first.kill();
  }
  if (way === 'cold') forget([folder, builtAppOfRun(), dirname(electronOfRun().program)]);
  const one = await launch(home, folder, of(subject));
  await one.close();
  return one.tookMs;
}

/** From the launch to a window in which an order can be saved, in alternating rounds. */
export async function* launches(home: string, folders: Folders, rounds: number, many: number): AsyncGenerator<Figure> {
  const took = new Map<Way, Record<Subject, number>[]>(ways.map((way) => [way, []]));
  // One-time work in a new folder is not measured.
  for (const subject of subjects) await launched(home, folders, subject, 'warm');
  for (let round = 0; round < rounds; round++)
    for (const way of ways) {
      const times = { empty: 0, few: 0, many: 0 };
      for (const subject of subjects) times[subject] = await launched(home, folders, subject, way);
      took.get(way)?.push(times);
    }
  for (const [way, times] of took) {
    const beside = (measured: Subject, against: Subject): Round[] =>
      times.map((one) => ({ measured: one[measured], against: one[against] }));
    const name = `launch to an order saved, ${String(many)} entries, ${way}`;
    yield ofRounds('start', name, beside('many', 'few'), 'ms', '1000 entries', 1.2);
    for (const [subject, entries] of [['few', 1000] as const, ['many', many] as const])
      yield ofRounds(
        'start',
        `launch to an order saved, ${String(entries)} entries, ${way}`,
        beside(subject, 'empty'),
        'ms',
        'an empty window',
        2,
      );
  }
}

/** Memory of each when idle. */
export async function* memoryAtIdle(
  home: string,
  folders: Folders,
  rounds: number,
  many: number,
): AsyncGenerator<Figure> {
  const held: Record<Subject, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const megabytes = { empty: 0, few: 0, many: 0 };
    for (const subject of subjects) {
      const one = await launch(home, folders[subject], of(subject));
      await untilIdle(one, longestRestMs);
      megabytes[subject] = megabytesOf(one);
      await one.close();
    }
    held.push(megabytes);
  }
  const more = held.map((one) => ({ measured: one.many - one.few, against: one.few }));
  yield absoluteOfRounds(
    'start',
    `memory at idle, ${String(many)} entries, more than with 1000`,
    more,
    'MB',
    '1000 entries',
    50,
  );
  const whole = held.map((one) => ({ measured: one.many, against: one.empty }));
  yield ofRounds('start', `memory at idle, ${String(many)} entries`, whole, 'MB', 'an empty window', null);
}
