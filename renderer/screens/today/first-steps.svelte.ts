import { choices, loadChoice, storeChoice } from '../../choices/choices.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import type { Screen } from '../../state/screens.ts';
import { ask } from '../../transport/desk.ts';
import type { SettingPage } from '../settings/setting-pages.ts';

/** Set-up steps of a new desk in recommended order, and where each is done. */
export const steps = ['operator', 'sender', 'printer', 'service', 'parcel'] as const;
export type Step = (typeof steps)[number];
export const stepRoutes: Readonly<Record<Step, readonly [Screen, ...SettingPage[]]>> = {
  operator: ['operators'],
  sender: ['settings', 'sender'],
  printer: ['settings', 'printers'],
  service: ['settings', 'service'],
  parcel: ['label-order'],
};

const skippedStepsKey = 'first-steps';

/** Set-up checklist of an unused desk: completed steps are ticked, and each step can be skipped for good. */
class FirstSteps {
  #skippedSteps = $state<readonly Step[]>([]);
  #isLoaded = $state(false);
  #hasPrinter = $state(false);

  /** Loads the skipped steps and the printers, which no event announces. */
  load(): void {
    void loadChoice(skippedStepsKey).then((value) => {
      this.#skippedSteps = Array.isArray(value) ? steps.filter((step) => value.includes(step)) : [];
      this.#isLoaded = true;
    });
    void ask('printers.list', {}).then((answer) => {
      this.#hasPrinter = answer.ok && answer.value.printers.length > 0;
    });
  }

  get isShown(): boolean {
    return this.#isLoaded && this.openSteps.length > 0;
  }
  /** the steps that are neither done nor skipped */
  get openSteps(): readonly Step[] {
    return steps.filter((step) => !this.isDone(step) && !this.#skippedSteps.includes(step));
  }

  isSkipped(step: Step): boolean {
    return this.#skippedSteps.includes(step);
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
        return desk.state?.live != null;
      case 'parcel':
        return false;
    }
  }

  skip(step: Step): void {
    this.#skippedSteps = [...this.#skippedSteps, step];
    storeChoice(skippedStepsKey, this.#skippedSteps);
  }
}

export const firstSteps = new FirstSteps();
