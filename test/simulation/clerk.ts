import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { entryOf, rowsOf, truthOf, type Books, type Row, type Saved } from './books.ts';
import type { Fate } from './fates.ts';
import type { Content, Order } from './orders.ts';
import { hashOf, type Seeded } from './seeded.ts';
import type { SimNetwork } from './sim-network.ts';
import type { Asked, SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';
import type { Trade } from './trade.ts';
import type { World } from './world.ts';

export const operator = 'Ana';

export interface PeopleHost {
  world: World;
  pc: SimPc;
  network: SimNetwork;
  service: SimService;
  books: Books;
  /** folder for files to import */
  home: string;
  /** what is entered here, and how often it depends on an earlier entry */
  trade: Trade;
  onSaved: () => void;
  /** checks everything after each event */
  each: () => void;
  broken: (what: string) => void;
}

/** One act of a person: its name in the story and its own random numbers. */
export interface Acting {
  name: string;
  chance: Seeded;
  /** maximum number of entries; default: one */
  many?: number;
  /** kind of the act; default: random */
  of?: Fate;
}

/**
 * A person at a screen: gives commands, some of them twice, and checks what the screen says against the disk and the
 * books.
 */
export function createClerk({ world, pc, network, service, books, onSaved, broken }: PeopleHost) {
  const truth = (row: Row): boolean | null => truthOf(row, service, network);
  /** An earlier attempt of this order may still arrive and take effect, whatever the person does meanwhile. */
  const mayArrive = (row: Row): boolean => network.mayArrive(row.endpoint, row.key);
  const saved = (): Map<string, Saved> => books.savedAt(pc);
  const savedOf = (row: Row): Saved | undefined => saved().get(row.id);
  const say = (what: string): void => world.say(`${pc.host.name}: ${what}`);
  let commands = 0;
  const command = (acting: Acting): string => `${pc.host.name}-${acting.name}-${String(++commands).padStart(6, '0')}`;

  /** Like `pc.ask`, about one entry; without an answer nobody knows whether it was done. */
  async function askOf<N extends ProcedureName>(row: Row, name: N, input: Input<N>): Promise<Asked<Output<N>>> {
    books.touched.set(entryOf(row), world.elapsed());
    const first = await pc.ask(name, input);
    // As by a double press, or a screen that missed the answer; what failed at first may succeed now.
    const isGivenTwice = hashOf(`again ${name} ${row.key} ${commands}`) % 8 === 0;
    const again = isGivenTwice ? await pc.ask(name, input) : first;
    if (first.ok) isKnownCommand(name, row.key, first, again);
    const answer = first.ok ? first : again;
    const known = savedOf(row);
    if (known && !answer.ok && answer.problem.kind === 'desk-gone') known.perhaps = true;
    return answer;
  }

  /** A repeated command must change nothing and return the same answer. */
  function isKnownCommand(name: string, key: string, first: Asked<unknown>, again: Asked<unknown>): void {
    const isSilent = !again.ok && ['desk-gone', 'disk'].includes(again.problem.kind);
    if (!isSilent && JSON.stringify(again) !== JSON.stringify(first))
      broken(`rule 2: ${name} of ${key} was given twice, and the second time answered otherwise`);
  }

  /** Checks that what a screen was told holds on disk at that moment. */
  function isSo(what: string, id: string, holds: (row: Row) => boolean): void {
    if (pc.mode !== 'live' || !pc.canRead) return;
    const [row] = rowsOf(pc, 'id = ?', id);
    if (!row) broken(`rule 1: ${what}, and it is not there`);
    else if (!holds(row)) broken(`rule 1: ${what}, and it is not so (${row.key} is ${row.state})`);
  }

  function noteSaved(id: string, content: Content, order: Order, submitted: boolean): void {
    const text = JSON.stringify(order.body);
    saved().set(id, { content, body: text, submitted, withdrawn: false, printed: null, perhaps: false });
    books.contents.set(content.entry, content);
    onSaved();
    say(`saved ${content.endpoint} ${content.key}${submitted ? '' : ' as a draft'}`);
    isSo(`${content.key} was called saved`, id, (row) => row.key === content.key && entryOf(row) === content.entry);
  }

  return { truth, mayArrive, saved, savedOf, say, command, askOf, isKnownCommand, isSo, noteSaved };
}
export type Clerk = ReturnType<typeof createClerk>;
