import { actionNames, keyRowOf, type ActionName } from './key-table.ts';
import { readPress } from './read-press.ts';
import { tick } from 'svelte';

export type ActionHandlers = Partial<Record<ActionName, () => unknown>>;

interface Layer {
  handlers: ActionHandlers;
  /** The layer of a dialog: layers below it receive no keys, except those registered with `over`. */
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
  #orderedLayers = $state.raw<Layer[]>([]);
  /** Keys pressed while a running action determines the rows they apply to; null if none runs. */
  #pressQueue: { presses: string[] } | null = null;

  /** Registers handlers until the returned function is called; use it as the body of an `$effect`. */
  register(actionHandlers: ActionHandlers, scope: 'here' | 'modal' | 'over' = 'here'): () => void {
    const layer = { handlers: actionHandlers, isModal: scope === 'modal', isAboveDialogs: scope === 'over' };
    this.#setLayers([...this.#registered, layer]);
    return () => this.#setLayers(this.#registered.filter((otherLayer) => otherLayer !== layer));
  }

  #setLayers(layers: Layer[]): void {
    this.#registered = layers;
    // Handlers a screen registers while a dialog is open go below the dialog.
    this.#orderedLayers = [...layers.filter(({ isModal }) => !isModal), ...layers.filter(({ isModal }) => isModal)];
  }

  handlerFor(action: ActionName): (() => unknown) | undefined {
    let isBelowModal = false;
    for (const layer of this.#orderedLayers.toReversed()) {
      const handler = isBelowModal && !layer.isAboveDialogs ? undefined : layer.handlers[action];
      if (handler) return handler;
      isBelowModal ||= layer.isModal;
    }
    return undefined;
  }

  /** Whether a dialog is open. */
  get isModal(): boolean {
    return this.#orderedLayers.some(({ isModal }) => isModal);
  }

  /** Actions available now, in the order of the table. */
  get available(): ActionName[] {
    return actionNames.filter((action) => this.handlerFor(action) !== undefined);
  }

  handleKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const press = readPress(event);
    if (press === null) return;
    const isInTextField = isTyping(event.target);
    const writesCharacter = press.length === 1 || press === 'Ctrl+A';
    if (isInTextField && writesCharacter) return;
    const action = this.#actionFor(press);
    if (this.#pressQueue && press !== 'Escape' && !(action && isNavigation(action))) {
      if (!actionNames.some((name) => keyRowOf(name).keys.includes(press))) return;
      event.preventDefault();
      if (!event.repeat) this.#pressQueue.presses.push(press);
      return;
    }
    if (press === 'Escape' || action) this.#pressQueue = null;
    if (action === undefined) return;
    event.preventDefault();
    // Key repeat of a held key does not repeat the action.
    if (!event.repeat) this.handlerFor(action)?.();
  }

  /**
   * Queues action keys until `decision` resolves, because it determines what they apply to: for example, all rows of a
   * long list are being selected and a fast user presses the next key before the desk answers. Navigation or Escape
   * drops the queue.
   */
  async queueUntil(decision: Promise<unknown>): Promise<void> {
    const queue: { presses: string[] } = { presses: [] };
    this.#pressQueue = queue;
    await decision.catch(() => undefined);
    // The available actions follow the new state after a tick.
    await tick();
    if (this.#pressQueue !== queue) return;
    this.#pressQueue = null;
    for (const press of queue.presses) {
      const action = this.#actionFor(press);
      if (action !== undefined) this.handlerFor(action)?.();
    }
  }

  #actionFor(press: string): ActionName | undefined {
    return actionNames.find((name) => keyRowOf(name).keys.includes(press) && this.handlerFor(name) !== undefined);
  }
}

/**
 * Whether an action concerns the desk or another screen rather than the current one. `print` applies to the labels
 * selected here.
 */
const isNavigation = (action: ActionName): boolean =>
  keyRowOf(action).group === 'go' || (keyRowOf(action).group === 'desk' && action !== 'print');

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

export const actions = new Actions();
