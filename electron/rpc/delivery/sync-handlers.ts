import { placesIn } from '../../../shared/settings/settings.ts';
import type { Handlers } from '../transport/answer.ts';
import type { Delivery } from './delivery.ts';
import type { DeskContext } from '../desk-context.ts';

type Names =
  | 'service.use'
  | 'service.try'
  | 'sync.start'
  | 'sync.stop'
  | 'sync.status'
  | 'sync.now'
  | 'sync.rest'
  | 'sync.resume'
  | 'settings.get'
  | 'settings.set';

/** The sync, its settings and its target. */
export function syncHandlers(
  parts: DeskContext,
  delivery: Delivery,
  choosePlaces: (places: readonly string[]) => Promise<void>,
): Pick<Handlers<'desk'>, Names> {
  return {
    'service.use': (service) => delivery.use(service),
    'service.try': (service) => delivery.try(service),
    async 'sync.start'(service) {
      await delivery.start(service);
      return delivery.status();
    },
    async 'sync.stop'() {
      await delivery.stop();
      return delivery.status();
    },
    'sync.status': () => delivery.status(),
    'sync.now'() {
      delivery.now();
      return delivery.status();
    },
    'sync.rest'() {
      delivery.suspend();
      return delivery.status();
    },
    'sync.resume'() {
      delivery.resume();
      return delivery.status();
    },
    'settings.get': () => parts.settings.get(),
    async 'settings.set'({ values, chosenBefore = false }) {
      parts.settings.check(values);
      if (!chosenBefore) await choosePlaces(placesIn(values));
      const settings = parts.settings.set(values);
      parts.emit({ kind: 'settings' });
      parts.wake();
      return settings;
    },
  };
}
