import { foldersIn } from '../../../shared/settings/settings.ts';
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
  context: DeskContext,
  delivery: Delivery,
  recordFolders: (places: readonly string[]) => Promise<void>,
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
    'settings.get': () => context.settings.get(),
    async 'settings.set'({ values, chosenBefore = false }) {
      context.settings.check(values);
      if (!chosenBefore) await recordFolders(foldersIn(values));
      const settings = context.settings.set(values);
      context.emit({ kind: 'settings' });
      context.wake();
      return settings;
    },
  };
}
