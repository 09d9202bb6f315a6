import { type Component, tick } from 'svelte';
import { bufferKeys } from '../scan/buffer-keys.ts';
import type { Screen } from '../state/screens.ts';
import { ask } from '../transport/desk.ts';

/** What a day begins with is there from the start. */
const first: readonly Screen[] = ['today', 'outbox'];

/** Between two looks whether the host is there again (ms). */
const lookAgainMs = 1000;

/**
 * All other screens come in a file of their own as soon as something was painted: a start neither reads nor runs them, and nobody waits for one
 * later.
 */
class OtherScreen {
  #there = $state.raw<Component | null>(null);
  #coming: Promise<void> | null = null;

  /** Null until they are there. */
  get there(): Component | null {
    return this.#there;
  }

  /** What stands at an address when the page begins is there with it. */
  comeFor(screen: Screen): Promise<void> {
    return first.includes(screen) ? Promise.resolve() : this.#come();
  }

  /** Once what is shown was painted. */
  comeAfterPaint(): void {
    requestAnimationFrame(() => setTimeout(() => void this.#come()));
  }

  /** Holds what is typed for a screen that is not there yet. */
  holdFor(screen: Screen): void {
    if (this.#there || first.includes(screen)) return;
    void bufferKeys(async () => {
      await this.#come();
      await tick();
      return true;
    });
  }

  #come(): Promise<void> {
    return (this.#coming ??= import('../screens/OtherScreen.svelte').then(
      ({ default: there }) => void (this.#there = there),
      // a page never asks again for a file that once failed to come: with the host there, it begins anew, and forms keep what was typed
      async () => {
        await hostIsThere();
        location.reload();
      },
    ));
  }
}

async function hostIsThere(): Promise<void> {
  while (!(await ask('desk.state', {})).ok) await new Promise((again) => setTimeout(again, lookAgainMs));
}

export const otherScreen = new OtherScreen();
