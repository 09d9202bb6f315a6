import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { sumsOf, type Sums } from './soak-sums.ts';
import { tell, type Told } from './story.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Soak {
  seed: number;
  /** distance from one seed to the next */
  step: number;
  minutes: number;
  stories: number;
  cpuSeconds: number;
  /** folder for stories that fail; null: they are not saved */
  keep: string | null;
  /** ends at the first story that fails, without shortening it */
  untilBroken: boolean;
}

/** Every so many seeds a story runs twice. */
const againEvery = 10;
const shrinksForMs = 180_000;

/** Processor seconds since the program started. */
export function cpuSecondsNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Runs stories of consecutive seeds until the time is over or it is interrupted, and reports failures, shortened as far
 * as possible. `onTold` is called with the result of each story as soon as it ends.
 */
export async function soak(
  asked: Soak,
  say: (line: object) => void,
  onTold: (sums: Sums, seed: number) => void,
): Promise<void> {
  const { step, stories, keep } = asked;
  const began = performance.now();
  let isEnough = false;
  let toldStories = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void (isEnough = true));
  const goesOn = (): boolean =>
    !isEnough && performance.now() < began + asked.minutes * 60_000 && cpuSecondsNow() < asked.cpuSeconds;
  let seed = asked.seed;
  for (; goesOn() && toldStories < stories; seed += step) {
    const before = cpuSecondsNow();
    if (asked.untilBroken) say({ telling: seed });
    const told = await tell(planOf(seed));
    const isToldAgain = seed % againEvery === 0 && told.broken.length === 0;
    if (isToldAgain) {
      const again = await tell(planOf(seed));
      if (again.trace.join('\n') !== told.trace.join('\n')) told.broken.push('told again, it was another story');
    }
    toldStories += 1;
    onTold({ ...sumsOf(told, cpuSecondsNow() - before), toldAgain: isToldAgain ? 1 : 0 }, seed);
    if (told.broken.length === 0) continue;
    if (asked.untilBroken) {
      say({ seed, afterMs: Math.round(performance.now() - began), cpuSeconds: cpuSecondsNow(), broken: told.broken });
      return;
    }
    const until = performance.now() + shrinksForMs;
    sayShort(seed, await shrink(told, () => !isEnough && performance.now() < until), keep, say);
  }
  if (asked.untilBroken) say({ cpuSeconds: cpuSecondsNow(), broken: [] });
}

function sayShort(seed: number, { broken, plan, trace }: Told, keep: string | null, say: (line: object) => void): void {
  say({ seed, broken, acts: plan.acts, fates: plan.fates, trace: trace.slice(-120) });
  if (keep === null) return;
  mkdirSync(keep, { recursive: true });
  writeFileSync(join(keep, `seed-${seed}.json`), `${JSON.stringify({ broke: broken[0], ...plan }, null, 1)}\n`);
}
