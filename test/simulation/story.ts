import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPeople } from './people.ts';
import { doubled, forgetNewer, missing, wrongEnds, type Saved } from './rules.ts';
import { seeded, type Seeded } from './seeded.ts';
import { SimDesk } from './sim-desk.ts';
import { SimNetwork, type Fate, type Weather } from './sim-network.ts';
import { createSimService, type Habits } from './sim-service.ts';
import { createWorld } from './world.ts';

export interface Story {
  seed: number;
  /** what broke, in words; none where all held */
  broken: string[];
  trace: readonly string[];
  entries: number;
  /** what happened to requests, how often */
  faults: ReadonlyMap<Fate, number>;
  /** arrows that entries took, how often */
  arrows: ReadonlyMap<string, number>;
  /** simulated milliseconds */
  lasted: number;
}

/**
 * The shortest beginning of a story that breaks as the whole does: acts are cut off its end as long as it does. Chance is drawn in
 * order, so a beginning goes as it went.
 */
export async function shorten(seed: number, acts = usualActs): Promise<Story & { acts: number }> {
  let [holds, breaks] = [0, acts];
  let found = await tell(seed, acts);
  while (breaks - holds > 1) {
    const middle = Math.floor((holds + breaks) / 2);
    const story = await tell(seed, middle);
    if (story.broken.length > 0) [breaks, found] = [middle, story];
    else holds = middle;
  }
  return { ...found, acts: breaks };
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** What people do in one story; about 100 of it are captures. */
const usualActs = 150;

/** A counter's day, told by its seed: captures, faults, kills and decisions, then quiet, until all is settled or something broke. */
export async function tell(seed: number, acts = usualActs): Promise<Story> {
  const random = seeded(seed);
  const world = createWorld();
  const service = createSimService(world, random, habitsOf(random));
  const network = new SimNetwork(world, random, service, weatherOf(random));
  // memory, where there is a folder of it: what a disk does to files is tested elsewhere
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'parcel-story-'));
  const desk = new SimDesk(world, random, network, join(home, 'desk'));
  const saved = new Map<string, Saved>();
  const people = createPeople({ world, random, desk, network, service, saved });
  const broken: string[] = [];
  const found = (more: readonly string[]): void => void broken.push(...more.filter((one) => !broken.includes(one)));

  async function restart(killed: boolean): Promise<void> {
    if (killed) desk.kill();
    else {
      const stopping = desk.stop();
      await world.runUntil(world.elapsed() + 4000);
      await stopping;
    }
    await world.runUntil(world.elapsed() + random.between(0, 5 * minute));
    await desk.start();
    found(missing(desk, saved));
  }

  async function loseDisk(): Promise<void> {
    const { backup } = desk;
    if (backup === null) return;
    const keepJournal = random.chance(0.7);
    await desk.restoreFrom(backup, keepJournal);
    await world.runUntil(world.elapsed() + random.between(0, 30 * minute));
    await desk.start();
    if (keepJournal) found(missing(desk, saved));
    else forgetNewer(desk, saved);
  }

  async function weatherTurns(): Promise<void> {
    const turn = random.weighted({
      calm: 6,
      outage: 3,
      unauthorized: 1,
      kill: 3,
      close: 2,
      clock: 1,
      other: 4,
      backup: 4,
      loss: 2,
    });
    if (turn === 'outage' || turn === 'unauthorized') {
      world.say(`world: ${turn}`);
      const what = turn === 'outage' ? 'down' : 'unauthorized';
      network[what] = true;
      world.after(random.between(0, 20 * minute), () => (network[what] = false));
    }
    if (turn === 'kill' || turn === 'close') await restart(turn === 'kill');
    if (turn === 'clock') {
      const by = random.one([-day, -minute, minute, 7 * day]);
      world.say(`world: the clock is set by ${by / minute} minutes`);
      world.setClockBy(by);
    }
    if (turn === 'backup') await desk.backUp(join(home, 'backups'));
    if (turn === 'loss') await loseDisk();
    if (turn === 'other') network.weather = weatherOf(random);
  }

  try {
    await desk.start();
    for (let n = 0; n < acts && broken.length === 0; n += 1) {
      await world.runUntil(world.elapsed() + random.between(0, 15_000));
      const acting = people.act();
      await world.runUntil(world.elapsed() + 1);
      await acting;
      if (random.chance(0.08)) await weatherTurns();
      found(doubled(service));
    }
    network.weather = { ...calm };
    // evening: the weather is good, and every hour somebody answers what is asked
    for (let hour = 0; hour < 12 && broken.length === 0; hour += 1) {
      await world.runUntil(world.elapsed() + 60 * minute);
      const tidying = people.tidyUp();
      await world.runUntil(world.elapsed() + minute);
      await tidying;
      found(doubled(service));
    }
    if (broken.length === 0) {
      found(missing(desk, saved));
      found(wrongEnds(desk, service));
    }
    found(
      desk.faults.map(
        (fault) => `a fault of the desk: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`,
      ),
    );
    const arrows = new Map(
      desk
        .rows<{ arrow: string; n: number }>(
          `SELECT coalesce(from_state, 'none') || ' ' || event || ' ' || to_state AS arrow, count(*) AS n FROM history GROUP BY 1`,
        )
        .map(({ arrow, n }) => [arrow, n]),
    );
    return {
      seed,
      broken,
      trace: world.trace,
      entries: saved.size,
      faults: network.happened,
      arrows,
      lasted: world.elapsed(),
    };
  } finally {
    const ending = desk.end();
    await world.runUntil(world.elapsed() + minute);
    await ending;
    rmSync(home, { recursive: true, force: true });
  }
}

const calm: Weather = {
  well: 1,
  slow: 0,
  'never-left': 0,
  'lost-before': 0,
  'lost-after': 0,
  late: 0,
  hangs: 0,
  cut: 0,
  empty: 0,
  'error-before': 0,
  'error-after': 0,
  'too-many': 0,
  portal: 0,
  redirect: 0,
};

function weatherOf(random: Seeded): Weather {
  const rare = (): number => (random.chance(0.6) ? 0 : random.between(0, 0.08));
  return {
    well: 1,
    slow: rare(),
    'never-left': rare(),
    'lost-before': rare(),
    'lost-after': rare(),
    late: rare(),
    hangs: rare(),
    cut: rare(),
    empty: rare(),
    'error-before': rare(),
    'error-after': rare(),
    'too-many': rare(),
    portal: rare() / 8,
    redirect: rare() / 8,
  };
}

const habitsOf = (random: Seeded): Habits => ({
  declaresTwice: random.chance(0.5),
  refuses: random.between(0, 0.06),
  fails: random.between(0, 0.06),
  slowestMs: random.between(1000, 10 * minute),
  unseenMs: random.chance(0.5) ? 0 : random.between(0, 2 * minute),
  says: random.one(['nothing', 'json', 'text'] as const),
});
