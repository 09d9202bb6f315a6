import { desk } from '../../state/desk-watch.svelte.ts';

/** Edits of the service; untouched fields follow the desk. */
export class ServiceEdit {
  #address = $state<string | null>(null);
  #account = $state<string | null>(null);

  get address(): string {
    return this.#address ?? desk.desk?.live?.origin ?? '';
  }
  set address(typed: string) {
    this.#address = typed;
  }

  get account(): string {
    return this.#account ?? desk.desk?.live?.account ?? '';
  }
  set account(typed: string) {
    this.#account = typed;
  }

  reset(): void {
    this.#address = this.#account = null;
  }
}
