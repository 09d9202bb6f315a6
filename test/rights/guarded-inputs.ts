import { rulesOf } from '../../shared/contract/desk-contract.ts';
import { rights as everyRight } from '../../shared/rights/rights.ts';
import { randomUUID } from 'node:crypto';

/** Every guarded call as a screen makes it; with the right, each reaches its handler. */
export function guardedInputs(service: string): Record<string, object> {
  const commandId = randomUUID();
  const id = 'no-such-entry';
  const request = { endpoint: 2, body: { Package: { PackageId: 'A-1' } } };
  return {
    'entry.decide': { commandId, id, decision: 'send-again', why: '' },
    'entry.enqueue': { commandId, decided: true, request },
    'entry.replace': { commandId, id, decided: true, request },
    'import.run': { commandId, importId: id, mapping: [], decided: true },
    'entry.submit': { commandId, id, decided: true },
    'entry.change': { commandId, id, decided: true, request },
    'entry.mend': { commandId, id, decided: true, request },
    'handover.close': { commandId, handover: 'none' },
    'handover.discard': { commandId, handover: 'none' },
    'backup.restore': { commandId, name: 'none.db' },
    'desk.reopen': {},
    'desk.switch': { commandId, to: 'live' },
    'desk.setService': { commandId, address: service, account: 'taken over' },
    'desk.testService': { address: service },
    'desk.setSecret': { commandId, value: 'taken over', confirmed: true },
    'settings.set': { values: { holdSeconds: 77 } },
    'session.set': { startsDesk: true },
    'drill.begin': { commandId, troubles: ['outage'], minutes: 5 },
    'drill.end': { commandId },
    'printers.add': { commandId, name: 'Taken', address: '127.0.0.1:9' },
    'printers.choose': { commandId, size: '100x150', name: 'Taken' },
    'printers.remove': { commandId, name: 'Taken' },
    'journal.choose': {},
    'backup.chooseFolder': {},
    'backup.lock': { commandId, passphrase: 'correct horse battery' },
    'backup.unlock': {},
    'backup.sheet': {},
    'retention.now': {},
    'operators.save': { commandId, name: 'Eve', code: 'eve', pin: '6666', rights: [...everyRight] },
    'operators.forget': { commandId, name: 'Mia' },
  };
}

/** All guarded calls, made by an operator at the desk. */
export const guardedCallsBy = (actor: string, service: string): Record<string, object> =>
  Object.fromEntries(
    Object.entries(guardedInputs(service)).map(([name, input]) => [name, withName(name, { ...input, actor })]),
  );
/** A call whose input has an operator field names the actor there. */
export const withName = (name: string, { actor, ...input }: { actor: string }): object =>
  rulesOf(name).actor ? { ...input, actor } : { ...input, operator: actor };
