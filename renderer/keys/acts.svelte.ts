import { tick } from 'svelte';
import { actNames, rowOf, type ActName } from './key-table.ts';
import { readPress } from './read-press.ts';

export type CommandHandlers = Partial<Record<ActName, () => unknown>>;

interface Layer {
  commandHandlers: CommandHandlers;
  /** a dialog: nothing below it hears keys, but what is offered over everything */
  modal: boolean;
  over: boolean;
}

/** Who does what now. Screens and dialogs lay their commandHandlers on top of the frame's; the topmost that knows an act does it. */
class Acts {
  // what an effect reads as it ends is how things stood before, so that the layers are counted outside of the state
  #laid: Layer[] = [];
  #layers = $state.raw<Layer[]>([]);
  /** what was pressed while something decides what it will be about; null: nothing does */
  #held: { presses: string[] } | null = null;

  /** Lays commandHandlers on top for as long as the returned function is not called: `$effect(() => acts.offer({…}))`. */
  offer(commandHandlers: CommandHandlers, how: 'here' | 'modal' | 'over' = 'here'): () => void {
    const layer = { commandHandlers, modal: how === 'modal', over: how === 'over' };
    this.#lay([...this.#laid, layer]);
    return () => this.#lay(this.#laid.filter((other) => other !== layer));
  }

  #lay(layers: Layer[]): void {
    this.#laid = layers;
    // a screen that has something new to offer lays it beneath the dialog that stands over it
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

  /** a dialog is open */
  get isModal(): boolean {
    return this.#layers.some(({ modal }) => modal);
  }

  /** acts that can be done now, in the table's order */
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
    // a held key repeats; an act of a person is one press
    if (!event.repeat) this.doerOf(act)?.();
  }

  /**
   * Holds the keys of acts until something is done that decides what they are about, as all rows of a long list being chosen: a
   * quick hand has pressed the next key before the desk answers. Who goes elsewhere, or presses Escape, drops what is held.
   */
  async holdUntil(done: Promise<unknown>): Promise<void> {
    const held: { presses: string[] } = { presses: [] };
    this.#held = held;
    await done.catch(() => undefined);
    // what is offered follows what was done
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

/** It is about the desk, or another screen, and not about what stands here; labels that are chosen are printed by a key of the desk. */
const leadsElsewhere = (act: ActName): boolean =>
  rowOf(act).group === 'go' || (rowOf(act).group === 'desk' && act !== 'print');

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

export const acts = new Acts();
