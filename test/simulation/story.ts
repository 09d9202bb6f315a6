import { Books } from './books.ts';
import type { Acting } from './clerk.ts';
import { Counter } from './counter.ts';
import { Met, nameOfEntry, type Coverage } from './coverage.ts';
import { dayAddsUp } from './day-adds-up.ts';
import { dwellingOf, firstDay } from './dwelling.ts';
import { calm, weatherOf, type Fate } from './fates.ts';
import { habitsOf, practiceHabits } from './habits.ts';
import { journalTells } from './journal-tells.ts';
import { closeLeftOpen, watchOpened } from './left-open.ts';
import type { Plan } from './plan.ts';
import { Repeats } from './repeats.ts';
import { Rules } from './rules.ts';
import { chanceOf } from './seeded.ts';
import { SimNetwork } from './sim-network.ts';
import { createSimService, type SimService } from './sim-service.ts';
import { isSmall, smallDeskOf } from './small-desks.ts';
import { tradeOf } from './trade.ts';
import { createWorld } from './world.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Told {
  plan: Plan;
  /** rules that were broken, in words */
  broken: string[];
  trace: readonly string[];
  /** entries that a screen reported as saved */
  entries: number;
  /** number of exchanges by fate */
  exchanges: ReadonlyMap<string, number>;
  /** fates that are faults, by exchange */
  fates: Record<string, Fate>;
  coverage: Coverage;
  /** simulated milliseconds */
  lasted: number;
  /** number of days whose close was checked */
  days: number;
}

const minute = 60_000;
const hour = 60 * minute;
const latestEveningMs = 60 * hour;

/**
 * Runs a counter's day: captures, faults, kills and decisions, then quiet until everything is settled or a rule is
 * broken.
 */
export async function tell(plan: Plan): Promise<Told> {
  const { seed } = plan;
  const small = seed < firstDay && isSmall(seed) ? smallDeskOf(seed) : null;
  const world = createWorld();
  const books = new Books();
  const met = new Met();
  const broken: string[] = [];
  const fates: Record<string, Fate> = {};
  const found = (what: string): void => {
    if (broken.length < 20 && !broken.includes(what)) broken.push(what);
  };
  // In memory if there is a RAM disk, because what disks do to files is tested elsewhere.
  watchOpened();
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'parcel-story-'));
  const rules: Rules = new Rules({
    books,
    met,
    broken: found,
    service: () => service,
    network: () => network,
    pc: () => counter.pc,
  });
  rules.now = world.elapsed;
  const repeats = new Repeats(books, world.elapsed, world.now, found);
  const given = { world, seed };
  const service: SimService = createSimService({
    ...given,
    name: 'service',
    habits: small?.habits ?? habitsOf(chanceOf(seed, 'habits'), seed >= firstDay),
    onEffect: (account, effect) => rules.onEffect(account, effect),
  });
  const practice: SimService = createSimService({
    ...given,
    name: 'practice',
    habits: practiceHabits,
    onEffect: ({ key }, effect) => rules.onPractised(effect, key),
  });
  const network: SimNetwork = new SimNetwork({
    world,
    seed,
    service,
    practice,
    fates: plan.fates ?? null,
    broken: found,
    onLeaving: (sent) => repeats.leaves(sent),
    onStatus: (keys) => repeats.saysOf(keys),
    onFault(fate, exchange, endpoint, keys) {
      if (fate !== 'unauthorized') fates[exchange] = fate;
      if (fate !== 'well') for (const key of keys) met.hit(nameOfEntry(endpoint, key), fate);
    },
  });
  network.weather = small?.weather ?? weatherOf(chanceOf(seed, 'weather'), dwellingOf(seed).fates);
  const trade = small?.trade ?? tradeOf(chanceOf(seed, 'trade'));
  const counter: Counter = new Counter({
    world,
    seed,
    trade,
    network,
    service,
    books,
    rules,
    met,
    home,
    broken: found,
  });

  let days = 0;
  try {
    await counter.open();
    for (const { n, after, what, ...rest } of plan.acts) {
      if (broken.length > 0) break;
      await world.runUntil(world.elapsed() + after, counter.each);
      await counter.act(what, { name: `a${n}`, chance: chanceOf(seed, `act ${n}`), ...rest });
      counter.each();
    }
    if (broken.length === 0) await evening();
    if (broken.length === 0) leaks();
    return {
      plan,
      broken,
      trace: world.trace,
      entries: counter.entries,
      exchanges: network.happened,
      fates,
      coverage: met.cells,
      lasted: world.elapsed(),
      days,
    };
  } finally {
    await counter.end();
    closeLeftOpen(home);
    rmSync(home, { recursive: true, force: true });
  }

  /** All faults end, and a person answers pending questions now and then until nothing is open any more. */
  async function evening(): Promise<void> {
    network.weather = calm;
    network.down = false;
    network.ill.clear();
    await counter.callItADay();
    await world.runUntil(world.elapsed() + 20 * minute, counter.each);
    rules.delayed(counter.pc, `asks IS NULL AND maybe_taken = 0`, '20 minutes after all was well');
    await counter.goesOn();
    const latest = world.elapsed() + latestEveningMs;
    // What is refused again is corrected again, round by round. Rounds come an hour apart later, because waiting longer
    // only adds status checks without news.
    const soonRounds = seed >= firstDay ? 24 : 6;
    for (let n = 0; broken.length === 0 && world.elapsed() < latest; n += 1) {
      const acting: Acting = { name: `evening${n}`, chance: chanceOf(seed, `evening ${n}`) };
      await counter.people.tidyUp(acting);
      counter.each();
      if (counter.isQuiet()) break;
      await world.runUntil(world.elapsed() + (n < soonRounds ? 10 * minute : hour), counter.each);
    }
    if (broken.length > 0) return;
    rules.missing(counter.pc);
    journalTells(counter.pc, books, counter.pcs[0] === counter.pc, found);
    rules.ends(counter.pc);
    days = await dayAddsUp(counter.pc, found);
  }

  /** Rule 8: no file of a data folder contains a secret. */
  function leaks(): void {
    for (const path of filesIn(counter.pc.host.root)) {
      const bytes = readFileSync(path);
      for (const secret of network.secrets)
        if (bytes.includes(secret)) found(`rule 8: a secret is in ${path.slice(home.length)}`);
    }
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
