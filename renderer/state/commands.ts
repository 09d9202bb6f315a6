import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { choices } from '../choices/choices.svelte.ts';
import { windowStore } from '../choices/page-store.ts';
import { ask } from '../transport/desk.ts';
import { desk } from './desk-watch.svelte.ts';

/** Storage that keeps ids over a reload. */
export interface IdStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * One id per user action: a repeat of the same action with the same content, by a double press or after a reload, gets
 * the same id, so that the desk performs it once. The id is dropped when the answer has arrived.
 */
export class CommandIds {
  readonly #storage: IdStorage;
  readonly #make: () => string;

  constructor(keep: IdStorage, make: () => string) {
    this.#storage = keep;
    this.#make = make;
  }

  idFor(act: string, content: unknown): string {
    const place = `command ${act}`;
    const print = JSON.stringify(content);
    const [id, keptPrint] = this.#storage.getItem(place)?.split('\n', 2) ?? [];
    if (id !== undefined && keptPrint === print) return id;
    const made = this.#make();
    this.#storage.setItem(place, `${made}\n${print}`);
    return made;
  }

  end(act: string): void {
    this.#storage.removeItem(`command ${act}`);
  }
}

/** Procedures that change something and take a command id from the screen. */
export type CommandName = {
  [N in ProcedureName]: Input<N> extends { commandId: string } ? N : never;
}[ProcedureName];
/** Commands without an operator. */
type CommandWithoutOperator = { [N in CommandName]: 'operator' extends keyof Input<N> ? never : N }[CommandName];
type CommandInput<N extends CommandName> = Omit<Input<N>, 'commandId' | 'operator'>;

const ids = new CommandIds(windowStore, () => crypto.randomUUID());
const pendingCommands = new Map<string, Promise<unknown>>();
const withoutOperator: Readonly<Record<CommandWithoutOperator, true>> = {
  'desk.setService': true,
  'desk.setSecret': true,
  'desk.switch': true,
  'backup.lock': true,
  'backup.restore': true,
  'operators.save': true,
  'operators.forget': true,
  'addresses.forget': true,
  'goods.forget': true,
  'lists.import': true,
  'templates.rename': true,
  'templates.forget': true,
  'watch.remove': true,
  'templates.use': true,
  'printers.add': true,
  'printers.remove': true,
  'printers.choose': true,
  'printers.test': true,
  'printers.tested': true,
};

/** Secrets and lists of any length are not stored for comparison; setting them twice has the same effect as once. */
const notCompared: readonly CommandName[] = ['backup.lock', 'desk.setSecret', 'lists.import'];

/**
 * Sends a command with its id and the operator. While the same user action (such as `withdraw ID`) is pending, a second
 * press gets the same answer; if the desk did not answer at all, the id is kept for the next press.
 */
export function command<N extends CommandName>(
  name: N,
  action: string,
  given: CommandInput<N>,
): Promise<Result<Output<N>>> {
  const plain: CommandInput<N> = structuredClone(given);
  // The same action in practice and in live is two.
  const place = `${name} ${action} ${desk.desk?.folder ?? ''}`;
  const running = pendingCommands.get(place);
  if (isRunning<N>(running)) return running;
  const commandId = notCompared.some((one) => one === name) ? crypto.randomUUID() : ids.idFor(place, plain);
  const operator = Object.hasOwn(withoutOperator, name) ? {} : { operator: choices.operator };
  const answer = ask(name, asInput<N>({ ...plain, ...operator, commandId })).then((result) => {
    pendingCommands.delete(place);
    if (result.ok || result.problem.kind !== 'desk-gone') ids.end(place);
    return result;
  });
  pendingCommands.set(place, answer);
  return answer;
}

function isRunning<N extends CommandName>(
  running: Promise<unknown> | undefined,
): running is Promise<Result<Output<N>>> {
  return running !== undefined;
}

// The input type lacks the two fields restored here; TypeScript cannot follow that through a generic name.
function asInput<N extends CommandName>(parts: unknown): Input<N> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as Input<N>;
}
