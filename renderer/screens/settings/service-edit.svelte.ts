import type { ConnectionTest } from '../../../shared/contract/sync-procedures.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';

/** Result of a connection test as a sentence, with what to do if it failed. */
export function connectionTestText({ outcome, status, cause, to, withSecret, ms }: ConnectionTest): string {
  const { connection } = t().settings;
  switch (outcome) {
    case 'answers':
      return connection.answers({ ms: format.number(ms) });
    case 'unauthorized':
      return withSecret ? connection.wrongSecret : connection.noSecret;
    case 'redirect':
      return to === null ? connection.redirectNowhere : connection.redirect({ to });
    case 'fails':
      return connection.fails({ status: String(status) });
    case 'forbidden':
    case 'something-else':
      return connection[outcome];
    case 'no-answer':
      return cause === null ? connection.noAnswer.timeout : connection.noAnswer[cause];
  }
}

/** Edits of the service; untouched fields follow the desk. */
export class ServiceEdit {
  #address = $state<string | null>(null);
  #account = $state<string | null>(null);

  get address(): string {
    return this.#address ?? desk.state?.live?.origin ?? '';
  }
  set address(typed: string) {
    this.#address = typed;
  }

  get account(): string {
    return this.#account ?? desk.state?.live?.account ?? '';
  }
  set account(typed: string) {
    this.#account = typed;
  }

  reset(): void {
    this.#address = this.#account = null;
  }
}
