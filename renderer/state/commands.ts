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
  readonly #createId: () => string;

  constructor(storage: IdStorage, createId: () => string) {
    this.#storage = storage;
    this.#createId = createId;
  }

  idFor(action: string, content: unknown): string {
    const storageKey = `command ${action}`;
    const contentText = JSON.stringify(content);
    const [id, storedContent] = this.#storage.getItem(storageKey)?.split('\n', 2) ?? [];
    if (id !== undefined && storedContent === contentText) return id;
    const newId = this.#createId();
    this.#storage.setItem(storageKey, `${newId}\n${contentText}`);
    return newId;
  }

  forget(action: string): void {
    this.#storage.removeItem(`command ${action}`);
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

/**
 * Commands whose content, a secret or a list of any length, is not stored for comparison: running them twice has the
 * same effect as once.
 */
const notCompared: readonly CommandName[] = ['backup.lock', 'desk.setSecret', 'lists.import'];

/**
 * Sends a command with its id and the operator. While the same user action (such as `withdraw ID`) is pending, a second
 * press gets the same answer. If the desk did not answer at all, the id is kept for the next press.
 */
export function command<N extends CommandName>(
  name: N,
  action: string,
  input: CommandInput<N>,
): Promise<Result<Output<N>>> {
  const plainInput: CommandInput<N> = structuredClone(input);
  // The same action in practice and in live are two commands.
  const storageKey = `${name} ${action} ${desk.state?.folder ?? ''}`;
  const pending = pendingCommands.get(storageKey);
  if (isRunning<N>(pending)) return pending;
  const commandId = notCompared.some((one) => one === name) ? crypto.randomUUID() : ids.idFor(storageKey, plainInput);
  const operator = Object.hasOwn(withoutOperator, name) ? {} : { operator: choices.operator };
  const answer = ask(name, asInput<N>({ ...plainInput, ...operator, commandId })).then((result) => {
    pendingCommands.delete(storageKey);
    if (result.ok || result.problem.kind !== 'desk-gone') ids.forget(storageKey);
    return result;
  });
  pendingCommands.set(storageKey, answer);
  return answer;
}

function isRunning<N extends CommandName>(
  pending: Promise<unknown> | undefined,
): pending is Promise<Result<Output<N>>> {
  return pending !== undefined;
}

// The input type lacks the two fields restored here; TypeScript cannot follow that through a generic name.
function asInput<N extends CommandName>(parts: unknown): Input<N> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as Input<N>;
}
