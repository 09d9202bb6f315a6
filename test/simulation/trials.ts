import { rowsOf } from './books.ts';
import type { Acting } from './clerk.ts';
import { calm, illFates, type Fate } from './fates.ts';
import { refuseCommits } from './lasting.ts';
import type { People } from './people.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { World } from './world.ts';

const minute = 60_000;
/** No wait of the desk is longer than five minutes, and an attempt may take half a minute. */
const latestNextTryMs = 7 * minute;
/** A hanging request occupies the only slot of its endpoint until it times out, followed by half a minute of rest. */
const turnMs = minute;
/** Retries alternate with entries not yet tried, so after twice as many turns each of these has been tried. */
const hanging = 16;
const latestTurnMs = 2 * hanging * turnMs;

export interface TrialsHost {
  world: World;
  network: SimNetwork;
  pc: () => SimPc;
  people: () => People;
  each: () => void;
  broken: (what: string) => void;
}

/**
 * Trials in which exactly one fault is known to exist. They check what the desk must do for everything else meanwhile
 * (rule 4) and how soon (rule 3).
 */
export function trialsOf({ world, network, pc, people, each, broken }: TrialsHost) {
  const wait = (ms: number): Promise<void> => world.runUntil(world.elapsed() + ms, each);

  /** Removes all faults for long enough that their effects are over; null if the desk does not deliver then. */
  async function quiet(): Promise<(() => boolean) | null> {
    const desk = pc();
    network.weather = calm;
    network.down = false;
    network.ill.clear();
    if (desk.mode !== 'live' || desk.secretGiven !== network.secret) return null;
    await desk.ask('settings.set', { values: { concurrency: 4, holdSeconds: 5, requestTimeoutSeconds: 30 } });
    await wait(7 * minute);
    const status = await desk.ask('sync.status', {});
    if (!status.ok || status.value.connection !== 'online' || status.value.pausedEndpoints.length > 0) return null;
    const { starts } = desk;
    const { secret } = network;
    return () =>
      pc() === desk && desk.isOpen && desk.starts === starts && network.secret === secret && network.weather === calm;
  }

  /**
   * Some endpoints fail while all others work, and many orders for them are entered. `after`: continue until it is over
   * and beyond.
   */
  async function illness(acting: Acting, ill: readonly number[], fate: Fate, after = false): Promise<void> {
    const isClear = await quiet();
    if (!isClear) return;
    const [worst = 2] = ill;
    const hangs = fate === 'hangs-before';
    world.say(`service: ${ill.join()} is ill: ${fate}, and nothing else`);
    for (const endpoint of ill) network.ill.set(endpoint, fate);
    const others = [2, 6, 8, 15].filter((endpoint) => !ill.includes(endpoint));
    const waiting = await people().several(acting, worst, hangs ? hanging : 6);
    await wait(8000);
    const free = await people().several({ ...acting, name: `${acting.name}o` }, acting.chance.one(others), 3);
    await wait(40_000);
    if (isClear()) {
      stillUntried(free, `behind ${ill.join()}, which the service does not take`);
      await isNamed(worst, fate, waiting);
    }
    if (hangs) {
      await wait(latestTurnMs);
      const minutes = latestTurnMs / minute;
      if (isClear())
        stillUntried(waiting, `${minutes} minutes behind others of its kind that are tried again and again`);
    }
    network.ill.clear();
    if (!after) return;
    await wait(latestNextTryMs);
    if (isClear()) stillWaiting([...waiting, ...free], `${latestNextTryMs / minute} minutes after all was well again`);
  }

  /**
   * Some endpoints fail for a while, either together with other faults, or alone, when nothing else may wait for them.
   */
  async function someIllness(acting: Acting): Promise<void> {
    const { one, chance, between } = acting.chance;
    const ill = chance(0.7) ? [one([1, 2, 6, 7, 8, 9, 10, 15])] : [one([2, 6]), one([1, 9]), one([16, 18, 11, 3])];
    const fate = one(illFates);
    if (chance(0.5)) return illness(acting, ill, fate);
    world.say(`service: ${ill.join()} is ill: ${fate}`);
    for (const endpoint of ill) network.ill.set(endpoint, fate);
    world.after(between(5 * minute, 25 * minute), () => ill.forEach((endpoint) => network.ill.delete(endpoint)));
  }

  function stillWaiting(ids: readonly string[], why: string): void {
    for (const id of ids)
      for (const { endpoint, key } of rowsOf(pc(), `id = ? AND state = 'queued' AND held_by IS NULL`, id))
        broken(`rule 3: ${endpoint} ${key} waits ${why}`);
  }

  /**
   * The service rejects the desk's secret for a while and then accepts it again, and nobody does anything at the desk.
   */
  async function stranger(acting: Acting): Promise<void> {
    const isClear = await quiet();
    if (!isClear) return;
    world.say('service: takes the desk for a stranger, and nothing else');
    const { secret } = network;
    network.secret = `${secret}-other`;
    const waiting = await people().several(acting, acting.chance.one([2, 6, 8, 15]), 3);
    await wait(acting.chance.one([1, 20]) * minute);
    network.secret = secret;
    await wait(latestNextTryMs);
    if (isClear())
      stillWaiting(waiting, `${latestNextTryMs / minute} minutes after the service takes the desk's word again`);
  }

  function stillUntried(ids: readonly string[], why: string): void {
    for (const id of ids)
      for (const { endpoint, key } of rowsOf(pc(), `id = ? AND state = 'queued' AND tries = 0 AND held_by IS NULL`, id))
        broken(`rule 4: ${endpoint} ${key} waits ${why}`);
  }

  /** Checks that the sync status names the endpoint that rejects its entries. */
  async function isNamed(endpoint: number, fate: Fate, waiting: readonly string[]): Promise<void> {
    // If an endpoint rejects everyone, that does not count as an attempt.
    const isTried = fate === 'forbidden' ? 'true' : 'tries > 0';
    const where = `id = ? AND state = 'queued' AND held_by IS NULL AND ${isTried}`;
    const tried = waiting.flatMap((id) => rowsOf(pc(), where, id));
    const status = await pc().ask('sync.status', {});
    if (tried.length < 3 || !status.ok) return;
    const { pausedEndpoints, troubledEndpoints } = status.value;
    if (![...pausedEndpoints, ...troubledEndpoints].some((one) => one.endpoint === endpoint))
      broken(`rule 3: ${tried.length} entries of ${endpoint} are not taken, and nothing says so`);
  }

  /** No connection for a while, and then a good one: waiting entries must be sent soon. */
  async function outage(acting: Acting): Promise<void> {
    const isClear = await quiet();
    if (!isClear) return;
    world.say('world: no line, and nothing else');
    network.down = true;
    await wait(acting.chance.one([1, 15, 60]) * minute);
    await people().several(acting, 6, 2);
    await wait(acting.chance.between(0, 5) * minute);
    const before = network.reached;
    network.down = false;
    await wait(35_000);
    const waits = rowsOf(pc(), `state = 'queued' AND held_by IS NULL`);
    if (isClear() && waits.length > 0 && network.reached === before)
      broken(`rule 3: the line has been back for 35 s, ${waits.length} entries wait, and nothing was asked`);
  }

  /** The disk is full while an answer arrives, and then has space again: the answer must not be forgotten. */
  async function fullDisk(acting: Acting): Promise<void> {
    const isClear = await quiet();
    if (!isClear) return;
    const count = 5 + acting.chance.below(12);
    network.onceSending = () => {
      world.say('world: the disk is full, and nothing else');
      refuseCommits(pc().host.root, count);
    };
    await people().several(acting, acting.chance.one([2, 6, 8, 15]), 1);
    await wait(latestNextTryMs);
    refuseCommits('', 0);
    await wait(latestNextTryMs);
    if (!isClear()) return;
    for (const { endpoint, key } of rowsOf(pc(), `state = 'sending'`))
      broken(
        `rule 3: ${endpoint} ${key} is being sent, ${latestNextTryMs / minute} minutes after the disk has room again`,
      );
  }

  /**
   * The program is closed while an order is on its way whose answer asks to wait, and is opened again soon. The person
   * who closed it did not see that, so the wait still holds (rule 4, checked at each request).
   */
  async function closing(acting: Acting, hit: () => void): Promise<void> {
    const isClear = await quiet();
    if (!isClear) return;
    const endpoint = acting.chance.one([2, 6, 8, 15]);
    world.say(`service: ${endpoint} asks to wait while the desk is closed, and nothing else`);
    network.ill.set(endpoint, 'too-many-until');
    let left = false;
    network.onceSending = () => void (left = true);
    const waiting = await people().several(acting, endpoint, 1);
    const latest = world.elapsed() + minute;
    while (!left && world.elapsed() < latest) await world.runUntil(world.elapsed() + 5, each);
    network.onceSending = null;
    if (!isClear()) return void network.ill.clear();
    const desk = pc();
    hit();
    await desk.stop();
    network.ill.clear();
    await wait(acting.chance.between(0, 20_000));
    await world.runWhile(desk.start(), minute, each);
    const others = await people().several({ ...acting, name: `${acting.name}o` }, endpoint, 3);
    await wait(latestNextTryMs);
    if (network.weather === calm && desk.isOpen)
      stillWaiting([...waiting, ...others], `${latestNextTryMs / minute} minutes after the desk was opened again`);
  }

  return { illness, someIllness, outage, stranger, fullDisk, closing };
}
export type Trials = ReturnType<typeof trialsOf>;
