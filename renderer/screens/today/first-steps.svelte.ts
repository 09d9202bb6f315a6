import { choices, loadChoice, storeChoice } from '../../choices/choices.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import type { Screen } from '../../state/screens.ts';
import { ask } from '../../transport/desk.ts';
import type { SettingPage } from '../settings/setting-pages.ts';

/** Set-up steps of a new desk in recommended order, and where each is done. */
export const steps = ['operator', 'sender', 'printer', 'service', 'parcel'] as const;
export type Step = (typeof steps)[number];
export const routeOf: Readonly<Record<Step, readonly [Screen, ...SettingPage[]]>> = {
  operator: ['operators'],
  sender: ['settings', 'sender'],
  printer: ['settings', 'printers'],
  service: ['settings', 'service'],
  parcel: ['label-order'],
};

const skippedName = 'first-steps';

/** Set-up checklist of an unused desk: completed steps are ticked, and each step can be skipped for good. */
class FirstSteps {
  #skipped = $state<readonly Step[]>([]);
  #known = $state(false);
  #hasPrinter = $state(false);

  /** Loads the skipped steps and the printers, which no event announces. */
  start(): void {
    void loadChoice(skippedName).then((value) => {
      this.#skipped = Array.isArray(value) ? steps.filter((step) => value.includes(step)) : [];
      this.#known = true;
    });
    void ask('printers.list', {}).then((found) => {
      this.#hasPrinter = found.ok && found.value.printers.length > 0;
    });
  }

  get isShown(): boolean {
    return this.#known && this.open.length > 0;
  }
  /** neither done nor skipped */
  get open(): readonly Step[] {
    return steps.filter((step) => !this.isDone(step) && !this.#skipped.includes(step));
  }

  isSkipped(step: Step): boolean {
    return this.#skipped.includes(step);
  }

  isDone(step: Step): boolean {
    switch (step) {
      case 'operator':
        return choices.operator !== '';
      case 'sender':
        return (desk.settings?.senderContact ?? '') !== '' || (desk.settings?.senderStreet1 ?? '') !== '';
      case 'printer':
        return this.#hasPrinter;
      case 'service':
        return desk.desk?.live != null;
      case 'parcel':
        return false;
    }
  }

  skip(step: Step): void {
    this.#skipped = [...this.#skipped, step];
    storeChoice(skippedName, this.#skipped);
  }
}

export const firstSteps = new FirstSteps();
