import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { parseRequestTarget } from '../../shared/service/request-target.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { Account, Effect } from './accounts.ts';
import type { Habits } from './habits.ts';
import { tokenIn } from './orders.ts';
import { chanceOf } from './seeded.ts';
import {
  json,
  notFound,
  parcelRecord,
  recordOf,
  refusalSaying,
  refusedInText,
  takenWith,
  text,
  type SimAnswer,
} from './sim-answers.ts';
import type { World } from './world.ts';

/** Status endpoints and the creates they know. */
const knownAt = (habits: Habits): Readonly<Record<number, readonly number[]>> => ({
  16: [1, 2, ...(habits.fbaAt === 16 ? [9] : [])].filter((one) => !habits.unknownAt16.includes(one)),
  18: habits.fbaAt === 18 ? [6, 9] : [6],
  11: [10],
  3: [4],
});

/** A desk checks whether an order was made after all, and sends it again within this time. */
const lookedMs = 60_000;

/** Quick orders are made and known within this time. */
const soonMs = 500;

/** Creates for whose failure the interface has a field. */
const canFail: readonly CreateNumber[] = [1, 2, 6, 9, 10];

export interface ServiceHost {
  world: World;
  seed: number;
  name: 'service' | 'practice';
  habits: Habits;
  /** called immediately for each effect */
  onEffect: (account: Account, effect: Effect) => void;
}

/** The sender of a request: the generation of its folder, and the secret it presented. */
export interface Sender {
  generation: number;
  secret: string | undefined;
}

/** A create that arrived. */
interface Arrived extends Sender {
  body: string;
}

/** The service behind the network. Its ledger records what it did, whatever the desk was told. */
export function createSimService({ world, seed, name, habits, onEffect }: ServiceHost) {
  const ledger = new Map<string, Account>();
  let { refuses } = habits;
  /**
   * share of unknown inbound orders whose status check returns the record of a parcel, because some services read the
   * id as a PackageId
   */
  const mixesKinds = name === 'practice' ? 0 : chanceOf(seed, 'mixes kinds').one([0, 0, 0.5]);
  const groupOf = (endpoint: number): string =>
    endpoint === 7 ? 'declaration' : (endpointOf(endpoint as CreateNumber).key?.kind ?? '');
  const accountOf = (endpoint: number, key: string): Account | undefined => ledger.get(`${groupOf(endpoint)} ${key}`);

  function open(endpoint: CreateNumber, key: string, foreign: boolean): Account {
    const chance = chanceOf(seed, `${name} ${endpoint} ${key}`);
    const now = world.elapsed();
    const isSlow = habits.slow === 1 || chance.chance(habits.slow);
    const within = (ms: number): number => chance.between(0, isSlow ? ms : Math.min(ms, soonMs));
    const madeAt = now + within(habits.slowestMs);
    const fails = canFail.includes(endpoint) && chance.chance(habits.fails);
    const account: Account = {
      endpoint,
      key,
      effects: [],
      at: now,
      madeAt,
      finalAt: chance.chance(habits.provisional) ? madeAt + within(habits.slowestMs) : madeAt,
      failed: fails ? 'No such service to this country' : null,
      healsAt: chance.chance(habits.heals) ? madeAt + chance.between(0, 60 * 60_000) : Infinity,
      unseenUntil: foreign ? 0 : now + within(habits.unseenMs),
      foreign,
    };
    ledger.set(`${groupOf(endpoint)} ${key}`, account);
    return account;
  }

  function before(endpoint: CreateNumber, key: string): Account | undefined {
    const known = accountOf(endpoint, key);
    // The interface does not document how 1, 2 and 7 answer if the key is taken; only a refusal can reveal another
    // party's record.
    const isForeign =
      !known &&
      endpoint !== 7 &&
      (habits.repeats12 === 'refused' || (endpoint !== 1 && endpoint !== 2)) &&
      chanceOf(seed, `foreign ${groupOf(endpoint)} ${key}`).chance(habits.foreign);
    return isForeign ? open(endpoint, key, true) : known;
  }

  /**
   * Whether an order that could not be made may be requested again, if the service works so. An order that was just
   * made after all, and is requested again, is made once: a desk that checked a moment ago cannot know.
   */
  const isGivenUp = ({ failed, madeAt, healsAt, endpoint }: Account): boolean =>
    failed !== null &&
    world.elapsed() >= madeAt &&
    world.elapsed() < healsAt + lookedMs &&
    (endpoint === 1 || endpoint === 2 ? habits.repeats12 === 'again' : habits.remakes);

  function anew(account: Account, endpoint: CreateNumber): void {
    const chance = chanceOf(seed, `anew ${name} ${endpoint} ${account.key} ${account.madeAt}`);
    account.effects = [];
    account.at = world.elapsed();
    account.madeAt = account.at + chance.between(0, habits.slowestMs);
    account.finalAt = account.madeAt;
    account.healsAt = Infinity;
    account.failed = chance.chance(habits.fails) ? 'Still no such service' : null;
  }

  function takeEffect(account: Account, endpoint: CreateNumber, { body, generation }: Arrived, again: boolean): void {
    const effect: Effect = { endpoint, generation, ...tokenIn(body) };
    account.effects.push(effect);
    world.say(`${name}: ${endpoint} ${account.key} ${effect.version} takes effect${again ? ' again' : ''}`);
    onEffect(account, effect);
  }

  function create(endpoint: CreateNumber, key: string, arrived: Arrived, sent: unknown): SimAnswer {
    const known = before(endpoint, key);
    const refusal = (said: string): SimAnswer =>
      refusalSaying(habits, `${said}${habits.echoes ? ` ${arrived.secret ?? ''}` : ''}`);
    const isAnew = known !== undefined && !isCreateNewOrder(sent) && isGivenUp(known);
    if (!known || isAnew || (known.effects.length === 0 && !known.foreign) || isCreateNewOrder(sent)) {
      const { version } = tokenIn(arrived.body);
      if (chanceOf(seed, `refuses ${key} ${version}`).chance(refuses))
        return habits.refusesInText && (endpoint === 7 || endpoint === 15)
          ? { ...text(200, refusedInText), onlyText: true }
          : refusal(`Postcode of ${key} is not valid`);
      if (isAnew) anew(known, endpoint);
      const account = known ?? open(endpoint, key, false);
      takeEffect(account, endpoint, arrived, known !== undefined);
      return takenWith(endpoint, account, 'created', habits, world.elapsed());
    }
    const repeat = endpoint === 7 ? habits.repeats7 : endpoint === 1 || endpoint === 2 ? habits.repeats12 : 'same';
    if (repeat === 'again') takeEffect(known, endpoint, arrived, true);
    if (repeat === 'refused') return { ...refusal(`PackageId ${key} exists`), status: habits.refusesWith };
    return takenWith(endpoint, known, 'not-changed', habits, world.elapsed());
  }

  function look(status: number, key: string): Account | undefined {
    const known = knownAt(habits)[status] ?? [];
    const found = known.map((endpoint) => accountOf(endpoint, key)).find((one) => one !== undefined);
    return found && known.includes(found.endpoint) && world.elapsed() >= found.unseenUntil ? found : undefined;
  }

  return {
    name,
    ledger,
    /** Whether no status check ever shows the outcome of such an order. */
    isSilentOn: (endpoint: number): boolean => endpoint === 8 || habits.unknownAt16.includes(endpoint),
    accountOf,
    /** Refuses almost all new orders for `ms`. */
    isStrictFor(ms: number): void {
      refuses = 0.9;
      world.after(ms, () => (refuses = habits.refuses));
    },
    /** Effects of one entry, identified by the token in its content. */
    effectsOf: (endpoint: number, key: string, entry: string): Effect[] =>
      (accountOf(endpoint, key)?.effects ?? []).filter((one) => one.entry === entry && one.endpoint === endpoint),
    /** Handles a request that arrived from a folder of this generation. */
    handle(method: string, path: string, body: string | null, sender: Sender): SimAnswer {
      const address = parseRequestTarget(method, path);
      if (!address) return json(404, { Message: 'no such path' });
      const { endpoint, path: inPath } = address;
      const sent: unknown = body === null ? undefined : JSON.parse(body);
      const { creates, key } = endpointOf(endpoint);
      if (creates && key)
        return create(endpoint as CreateNumber, String(valueAt(sent, key.path)), { body: body ?? '', ...sender }, sent);
      const now = world.elapsed();
      if (endpoint === 11) {
        const found = (valueAt(sent, ['Ids']) as string[]).map((id) => look(11, id));
        const there = found.filter((one) => one !== undefined);
        if (there.length < found.length && (habits.of11 === 'all' || there.length === 0)) return notFound;
        return json(
          200,
          there.map((one) => recordOf(one, habits, now)),
        );
      }
      const asked = Object.values(inPath)[0] ?? '';
      const found = look(endpoint, asked);
      if (!found && endpoint === 3 && chanceOf(seed, `mixed up ${asked}`).chance(mixesKinds))
        return json(200, parcelRecord(`P-${asked}`));
      return found ? json(200, recordOf(found, habits, now)) : notFound;
    },
  };
}
export type SimService = ReturnType<typeof createSimService>;
