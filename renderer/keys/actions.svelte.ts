import { actionNames, rowOf, type ActionName } from './key-table.ts';
import { readPress } from './read-press.ts';
import { tick } from 'svelte';

export type ActionHandlers = Partial<Record<ActionName, () => unknown>>;

interface Layer {
  handlers: ActionHandlers;
  /** A dialog: layers below it receive no keys, except those registered with `over`. */
  isModal: boolean;
  isAboveDialogs: boolean;
}

/**
 * The actions available now. Screens and dialogs register handlers above those of the frame; the topmost handler of an
 * action runs.
 */
class Actions {
  // Effect teardown reads the previous value of state, so the layers are also stored outside of it.
  #registered: Layer[] = [];
  #layers = $state.raw<Layer[]>([]);
  /** Keys pressed while a running action decides what they apply to; null if none runs. */
  #pressQueue: { presses: string[] } | null = null;

  /** Registers handlers until the returned function is called; use it as the body of an `$effect`. */
  register(commandHandlers: ActionHandlers, how: 'here' | 'modal' | 'over' = 'here'): () => void {
    const layer = { handlers: commandHandlers, isModal: how === 'modal', isAboveDialogs: how === 'over' };
    this.#setLayers([...this.#registered, layer]);
    return () => this.#setLayers(this.#registered.filter((other) => other !== layer));
  }

  #setLayers(layers: Layer[]): void {
    this.#registered = layers;
    // Handlers a screen registers while a dialog is open go below the dialog.
    this.#layers = [...layers.filter(({ isModal }) => !isModal), ...layers.filter(({ isModal }) => isModal)];
  }

  handlerFor(act: ActionName): (() => unknown) | undefined {
    let below = false;
    for (const layer of this.#layers.toReversed()) {
      const doer = below && !layer.isAboveDialogs ? undefined : layer.handlers[act];
      if (doer) return doer;
      below ||= layer.isModal;
    }
    return undefined;
  }

  /** Whether a dialog is open. */
  get isModal(): boolean {
    return this.#layers.some(({ isModal }) => isModal);
  }

  /** Actions available now, in the order of the table. */
  get available(): ActionName[] {
    return actionNames.filter((act) => this.handlerFor(act) !== undefined);
  }

  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const press = readPress(event);
    if (press === null) return;
    const typing = isTyping(event.target);
    const writes = press.length === 1 || press === 'Ctrl+A';
    if (typing && writes) return;
    const act = this.#actionFor(press);
    if (this.#pressQueue && press !== 'Escape' && !(act && isNavigation(act))) {
      if (!actionNames.some((name) => rowOf(name).keys.includes(press))) return;
      event.preventDefault();
      if (!event.repeat) this.#pressQueue.presses.push(press);
      return;
    }
    if (press === 'Escape' || act) this.#pressQueue = null;
    if (act === undefined) return;
    event.preventDefault();
    // Key repeat of a held key does not repeat the action.
    if (!event.repeat) this.handlerFor(act)?.();
  }

  /**
   * Queues action keys until `done` resolves, because it decides what they apply to: for example, all rows of a long
   * list are being selected and a fast user presses the next key before the desk answers. Navigation or Escape drops
   * the queue.
   */
  async queueUntil(done: Promise<unknown>): Promise<void> {
    const held: { presses: string[] } = { presses: [] };
    this.#pressQueue = held;
    await done.catch(() => undefined);
    // The available actions follow the new state after a tick.
    await tick();
    if (this.#pressQueue !== held) return;
    this.#pressQueue = null;
    for (const press of held.presses) {
      const act = this.#actionFor(press);
      if (act !== undefined) this.handlerFor(act)?.();
    }
  }

  #actionFor(press: string): ActionName | undefined {
    return actionNames.find((name) => rowOf(name).keys.includes(press) && this.handlerFor(name) !== undefined);
  }
}

/**
 * Whether an action concerns the desk or another screen rather than the current one. `print` applies to the labels
 * selected here.
 */
const isNavigation = (act: ActionName): boolean =>
  rowOf(act).group === 'go' || (rowOf(act).group === 'desk' && act !== 'print');

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

export const actions = new Actions();
