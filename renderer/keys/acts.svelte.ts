import { tick } from 'svelte';
import { actNames, rowOf, type ActName } from './key-table.ts';
import { readPress } from './read-press.ts';

export type CommandHandlers = Partial<Record<ActName, () => unknown>>;

interface Layer {
  commandHandlers: CommandHandlers;
  /** A dialog: layers below it receive no keys, except those registered with `over`. */
  modal: boolean;
  over: boolean;
}

/**
 * The actions available now. Screens and dialogs register handlers above those of the frame; the topmost handler of an
 * action runs.
 */
class Acts {
  // Effect teardown reads the previous value of state, so the layers are also stored outside of it.
  #laid: Layer[] = [];
  #layers = $state.raw<Layer[]>([]);
  /** Keys pressed while a running action decides what they apply to; null if none runs. */
  #held: { presses: string[] } | null = null;

  /** Registers handlers until the returned function is called; use it as the body of an `$effect`. */
  offer(commandHandlers: CommandHandlers, how: 'here' | 'modal' | 'over' = 'here'): () => void {
    const layer = { commandHandlers, modal: how === 'modal', over: how === 'over' };
    this.#lay([...this.#laid, layer]);
    return () => this.#lay(this.#laid.filter((other) => other !== layer));
  }

  #lay(layers: Layer[]): void {
    this.#laid = layers;
    // Handlers a screen registers while a dialog is open go below the dialog.
    this.#layers = [...layers.filter(({ modal }) => !modal), ...layers.filter(({ modal }) => modal)];
  }

  doerOf(act: ActName): (() => unknown) | undefined {
    let below = false;
    for (const layer of this.#layers.toReversed()) {
      const doer = below && !layer.over ? undefined : layer.commandHandlers[act];
      if (doer) return doer;
      below ||= layer.modal;
    }
    return undefined;
  }

  /** Whether a dialog is open. */
  get isModal(): boolean {
    return this.#layers.some(({ modal }) => modal);
  }

  /** Actions available now, in the order of the table. */
  get offered(): ActName[] {
    return actNames.filter((act) => this.doerOf(act) !== undefined);
  }

  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const press = readPress(event);
    if (press === null) return;
    const typing = isTyping(event.target);
    const writes = press.length === 1 || press === 'Ctrl+A';
    if (typing && writes) return;
    const act = this.#actOf(press);
    if (this.#held && press !== 'Escape' && !(act && leadsElsewhere(act))) {
      if (!actNames.some((name) => rowOf(name).keys.includes(press))) return;
      event.preventDefault();
      if (!event.repeat) this.#held.presses.push(press);
      return;
    }
    if (press === 'Escape' || act) this.#held = null;
    if (act === undefined) return;
    event.preventDefault();
    // Key repeat of a held key does not repeat the action.
    if (!event.repeat) this.doerOf(act)?.();
  }

  /**
   * Queues action keys until `done` resolves, because it decides what they apply to: for example, all rows of a long
   * list are being selected and a fast user presses the next key before the desk answers. Navigation or Escape drops
   * the queue.
   */
  async holdUntil(done: Promise<unknown>): Promise<void> {
    const held: { presses: string[] } = { presses: [] };
    this.#held = held;
    await done.catch(() => undefined);
    // The available actions follow the new state after a tick.
    await tick();
    if (this.#held !== held) return;
    this.#held = null;
    for (const press of held.presses) {
      const act = this.#actOf(press);
      if (act !== undefined) this.doerOf(act)?.();
    }
  }

  #actOf(press: string): ActName | undefined {
    return actNames.find((name) => rowOf(name).keys.includes(press) && this.doerOf(name) !== undefined);
  }
}

/**
 * Whether an action concerns the desk or another screen rather than the current one. `print` applies to the labels
 * selected here.
 */
const leadsElsewhere = (act: ActName): boolean =>
  rowOf(act).group === 'go' || (rowOf(act).group === 'desk' && act !== 'print');

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

export const acts = new Acts();
