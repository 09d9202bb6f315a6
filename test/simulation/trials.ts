import { rowsOf } from './books.ts';
import { calm, illFates, type Fate } from './fates.ts';
import { refuseCommits } from './lasting.ts';
import type { Acting } from './clerk.ts';
import type { People } from './people.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { World } from './world.ts';

const minute = 60_000;
/** No wait of the desk's own is longer than five minutes, and a try may take half of one. */
const latestNextTryMs = 7 * minute;
/** What hangs takes the only slot of its endpoint for as long as an answer is waited for, and half a minute of rest after it. */
const turnMs = minute;
/** Retries and what was not tried yet take turns: of these so many have each been tried after twice as many turns. */
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
 * Troubles of which it is known that nothing else is in the way: what the desk owes everybody else meanwhile (rule 4), and how soon
 * it owes it (rule 3), is looked at while they last.
 */
export function trialsOf({ world, network, pc, people, each, broken }: TrialsHost) {
  const wait = (ms: number): Promise<void> => world.runUntil(world.elapsed() + ms, each);

  /** Everything goes well for so long that whatever was before is over; null where the desk does not deliver then. */
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

  /** Endpoints fare badly while all others go well, and much is entered that they do not take. `after`: until it is over, and beyond. */
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

  /** Some endpoints fare badly for a while: beside all else that happens, or alone, where nothing else may wait for them. */
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

  /** The service takes the desk for a stranger, until somebody there thinks better of it: nobody here does anything. */
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

  /** Whoever looks reads which endpoint it is that does not take what waits for it. */
  async function isNamed(endpoint: number, fate: Fate, waiting: readonly string[]): Promise<void> {
    // what an endpoint takes from nobody costs no try
    const isTried = fate === 'forbidden' ? 'true' : 'tries > 0';
    const where = `id = ? AND state = 'queued' AND held_by IS NULL AND ${isTried}`;
    const tried = waiting.flatMap((id) => rowsOf(pc(), where, id));
    const status = await pc().ask('sync.status', {});
    if (tried.length < 3 || !status.ok) return;
    const { pausedEndpoints, troubledEndpoints } = status.value;
    if (![...pausedEndpoints, ...troubledEndpoints].some((one) => one.endpoint === endpoint))
      broken(`rule 3: ${tried.length} entries of ${endpoint} are not taken, and nothing says so`);
  }

  /** No line for a while, and then a good one: what waits goes out soon. */
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

  /** The disk takes nothing while an answer comes, and then all again: the answer is not forgotten. */
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
   * The program is closed while an order is on its way whose answer asks to wait, and is opened again soon: nobody who closed it
   * knew of that, and it holds (rule 4, which is looked at wherever something is sent).
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
