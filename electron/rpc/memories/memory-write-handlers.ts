import { problem, type Result } from '../../../shared/contract/problem.ts';
import { keyOf } from '../../../shared/service/create-facts.ts';
import { isEndpointNumber } from '../../../shared/service/endpoints.ts';
import { addressBook } from '../../memories/address-book.ts';
import type { LearnEntries } from '../../memories/learn-entries.ts';
import { meterStore } from '../../memories/meter.ts';
import { newBadge, operatorStore, pinHash } from '../../memories/operators.ts';
import { goodsMemory } from '../../memories/goods-memory.ts';
import { packageIds } from '../../memories/package-ids.ts';
import { similarEntries } from '../../memories/similar-entries.ts';
import { templateStore } from '../../memories/templates.ts';
import type { Handlers } from '../transport/answer.ts';
import { rightsHandlers } from '../rights/rights-handlers.ts';
import type { DeskContext } from '../desk-context.ts';

type Names =
  | 'packageId.next'
  | 'addresses.forget'
  | 'goods.forget'
  | 'entries.similar'
  | 'templates.save'
  | 'templates.rename'
  | 'templates.forget'
  | 'templates.use'
  | 'operators.save'
  | 'operators.forget'
  | 'operators.enter'
  | 'operators.named'
  | 'rights.begin'
  | 'rights.still'
  | 'rights.act'
  | 'rights.end'
  | 'rights.note'
  | 'rights.stay'
  | 'meter.add';

/** Learning slices that a call may wait for: less than a tenth of a second. */
const maxSlices = 15;

/** Write procedures of the desk's memories. */
export function memoryWriteHandlers(
  { db, outbox, settings, now, emit }: DeskContext,
  {
    random,
    newId,
    run,
  }: { random: () => number; newId: () => string; run: (name: string, input: unknown) => Promise<Result<unknown>> },
  learning: LearnEntries,
): Pick<Handlers<'desk'>, Names> {
  const ids = packageIds(db, { now, random, deskCode: () => settings.get().deskCode });
  const book = addressBook(db);
  const goods = goodsMemory(db);
  const similar = similarEntries(db);
  const templates = templateStore(db, now);
  const operators = operatorStore(db, () => newBadge(random));
  const meter = meterStore(db, now);
  const { once } = outbox;

  return {
    'packageId.next': ({ count }) => ({ ids: ids.next(count) }),
    'addresses.forget': ({ commandId, id }) =>
      once(commandId, 'forget-address', () => ({ forgotten: book.forget(id) })),
    'goods.forget': ({ commandId, by, name }) =>
      once(commandId, 'forget-goods', () => ({ forgotten: goods.forget(by, name) })),
    'entries.similar'({ request: { endpoint, body } }) {
      // Learns recent entries first, so that they are found too; after a long import some are learned later.
      for (let slices = 0; slices < maxSlices && learning.processBatch(); slices++);
      const key = isEndpointNumber(endpoint) ? (keyOf(endpoint, body) ?? '') : '';
      const since = now() - settings.get().duplicateHours * 3_600_000;
      return { entries: similar.find(endpoint, body, key, since) };
    },
    'templates.save': ({ commandId, name, request: { endpoint, query = {}, body }, operator }) =>
      once(commandId, 'save-template', () => ({
        id: templates.save(endpoint, name, { query, body: body ?? {} }, operator),
      })),
    'templates.rename': ({ commandId, id, name }) =>
      once(commandId, 'rename-template', () => {
        const done = templates.rename(id, name);
        if (done === 'taken') throw problem('key-in-use', `Another template is called ${name}.`, { name });
        if (done === 'forgotten') throw forgotten(id);
        return { renamed: true as const };
      }),
    'templates.forget': ({ commandId, id }) =>
      once(commandId, 'forget-template', () => ({ forgotten: templates.forget(id) })),
    'templates.use': ({ commandId, id }) =>
      once(commandId, 'use-template', () => {
        const template = templates.use(id);
        if (template === null) throw forgotten(id);
        return template;
      }),
    async 'operators.save'({ commandId, name, code, pin, newBadge, rights }) {
      const hashed = typeof pin === 'string' ? await pinHash(pin) : pin;
      return once(commandId, 'save-operator', () => operators.save(name, { code, pin: hashed, newBadge, rights }));
    },
    'operators.forget': ({ commandId, name }) =>
      once(commandId, 'forget-operator', () => ({ forgotten: operators.forget(name) })),
    'operators.named': ({ code, of }) => ({ name: operators.named(code, of) }),
    'operators.enter': ({ code, pin }) => operators.enter(code, pin, settings.get().operatorPin),
    ...rightsHandlers({ db, runProcedure: run, operators, now, newId, emit }),
    'meter.add': ({ commandId, operator, samples }) =>
      once(commandId, 'meter', () => {
        meter.add(samples, operator);
        return { added: samples.length };
      }),
  };
}

const forgotten = (id: number) => problem('unknown-entry', 'This template was forgotten meanwhile.', { id });
