import type { Exchange } from '../../../electron/delivery/service/exchange.ts';
import type { SerializedRequest } from '../../../electron/delivery/service/request.ts';
import { createSync } from '../../../electron/delivery/sync/create-sync.ts';
import { parseRequestTarget } from '../../../shared/service/request-target.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { creatingRecord, createdRecord } from '../../support/order-service.ts';
import { chanceOf } from '../seeded.ts';
import { createWorld, type Life } from '../world.ts';
import { ordersInMemory } from './orders-in-memory.ts';
import { limitRules, RateLimit, type LimitRuleName } from './rate-limited-service.ts';

export interface Account {
  desks: number;
  /** requests per second that the service accepts for the account */
  perSecond: number;
  rule: LimitRuleName;
  seconds: number;
  seed: number;
}

/** Results for an account. */
export interface AccountUse {
  /** successful requests, as a share of what the limit allows */
  used: number;
  refusedPerSuccess: number;
  /** accepted orders of the slowest busy desk, relative to the mean of all busy desks */
  slowest: number;
  /** time until an order of a quiet counter is accepted (s): median and 95th percentile */
  quietWait: { half: number; most: number };
}

/** Every tenth desk is quiet and enters one order in this many seconds. */
const quietEvery = 10;
const quietSeconds = [30, 90] as const;
/** one-way delay to the service (ms) */
const wayMs = [20, 60] as const;

/**
 * Simulates desks that deliver to one account of a service, each with the program's own sync but without its disk, in
 * fake time and with random numbers from the seed.
 */
export async function desksOnOneAccount({ desks, perSecond, rule, seconds, seed }: Account): Promise<AccountUse> {
  const world = createWorld();
  const life: Life = { over: false };
  const timer = world.timerOf(life);
  const limit = new RateLimit(limitRules[rule], perSecond);
  const accepted = Array.from({ length: desks }, () => 0);
  const quietWaits: number[] = [];
  const faults: unknown[] = [];
  const isQuiet = (desk: number): boolean => desk % quietEvery === quietEvery - 1;

  for (let desk = 0; desk < desks; desk += 1) {
    const chance = chanceOf(seed, `desk ${desk}`);
    const later = (): Promise<void> =>
      new Promise((resolve) => void world.after(chance.between(...wayMs), resolve, life));
    async function call(sendable: SerializedRequest): Promise<Exchange> {
      await later();
      const exchange = limit.take(world.elapsed()) ?? answerTo(sendable);
      await later();
      return exchange;
    }
    const outbox = ordersInMemory(desk, !isQuiet(desk), world.now, (tookMs) => {
      accepted[desk] = (accepted[desk] ?? 0) + 1;
      if (isQuiet(desk)) quietWaits.push(tookMs / 1000);
    });
    const sync = createSync({
      outbox,
      client: { call },
      target: 'https://service.example account',
      settings: () => defaultSettings,
      clock: { now: world.now, monotonic: () => world.elapsed() + 0.25 },
      timer,
      random: chance.next,
      onStatus: () => undefined,
      onChanged: () => undefined,
      onFault: (fault) => faults.push(fault),
    });
    function enterNow(): void {
      outbox.add();
      sync.wake();
      enterSoon();
    }
    const enterSoon = (): void => void world.after(chance.between(...quietSeconds) * 1000, enterNow, life);
    if (isQuiet(desk)) enterSoon();
    // Thirty PCs are not switched on at the same moment.
    world.after(chance.between(0, 5000), () => sync.start(), life);
  }

  await world.runUntil(seconds * 1000);
  life.over = true;
  if (faults.length > 0) throw faults[0];
  const busy = accepted.filter((_, desk) => !isQuiet(desk));
  const mean = busy.reduce((sum, count) => sum + count, 0) / busy.length;
  return {
    used: limit.passed / (perSecond * seconds),
    refusedPerSuccess: limit.refused / limit.passed,
    slowest: Math.min(...busy) / mean,
    quietWait: { half: quantile(quietWaits, 0.5), most: quantile(quietWaits, 0.95) },
  };
}

function answerTo({ method, path, body }: SerializedRequest): Exchange {
  const address = parseRequestTarget(method, path);
  if (address?.endpoint === 16) return createdRecord(Object.values(address.path)[0] ?? '');
  const { Package } = JSON.parse(body ?? '{}') as { Package: { PackageId: string } };
  return creatingRecord(Package.PackageId);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
