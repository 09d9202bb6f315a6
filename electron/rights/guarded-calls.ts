import type { Input, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Right } from '../../shared/rights/rights.ts';

/** What a call that needs a right is about, as it is logged. It contains no secret. */
export interface GuardedCall {
  right: Right;
  about: string;
  of: 'text' | 'entry' | 'handover';
  parts: readonly string[];
  /** a PIN entered earlier in the settings does not count, whatever else the call changes */
  asksEachTime?: true;
}

/** Reads an unchecked input: what is no text is empty, and what is no list is an empty list. */
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

type Rules = { [N in ProcedureName]?: (input: Partial<Input<N>>) => GuardedCall | null };

const text = (right: Right, about = '', parts: readonly string[] = []): GuardedCall => ({
  right,
  about,
  of: 'text',
  parts,
});
const sendAgain = (id = ''): GuardedCall => ({ right: 'send-again', about: id, of: 'entry', parts: [] });
const keyFields = ['PackageId', 'ShipmentId', 'CustomerOrderNo', 'Sku'];
const fieldsOf = (value: unknown): object[] => (typeof value === 'object' && value !== null ? [value] : []);
/**
 * The key of an order as far as it is a text of its body or of an object in it; else empty. The records of the creates
 * say where each key is, but load too slowly for the thread that opens the window.
 */
function keyIn(request: unknown): string {
  const [body] = fieldsOf(request).flatMap((given) => fieldsOf('body' in given ? given.body : undefined));
  const levels = body === undefined ? [] : [body, ...Object.values(body).flatMap(fieldsOf)];
  const texts = levels.flatMap((level) =>
    keyFields.map((name) => textIn(Object.hasOwn(level, name) ? (level as Record<string, unknown>)[name] : '')),
  );
  return texts.find((text) => text !== '') ?? '';
}
const handover = (id = '', parts: readonly string[] = []): GuardedCall => ({
  right: 'close',
  about: id,
  of: 'handover',
  parts,
});
/** An address with a password in it is not logged; its handler refuses it. */
const serviceIn = (address: unknown, account: unknown): string =>
  [textIn(address).includes('@') ? '' : address, account].map(textIn).join(' ').trim();
const change =
  (...parts: string[]) =>
  () =>
    text('settings', '', parts);

const rules: Rules = {
  'entry.decide': ({ id, decision }) => (decision === 'send-again' ? sendAgain(id) : null),
  // a person decides that a possibly sent order is sent all the same
  'entry.enqueue': ({ request, decided }) => (decided ? text('send-again', keyIn(request)) : null),
  'entry.replace': ({ id, decided }) => (decided ? sendAgain(id) : null),
  'import.file': ({ decided }) => (decided ? text('send-again', '', ['import']) : null),
  'import.run': ({ decided }) => (decided ? text('send-again', '', ['import']) : null),
  'entry.submit': ({ id, decided }) => (decided ? sendAgain(id) : null),
  'entry.change': ({ id, decided }) => (decided ? sendAgain(id) : null),
  'entry.mend': ({ id, decided }) => (decided ? sendAgain(id) : null),
  'handover.close': ({ handover: id }) => handover(id),
  'handover.discard': ({ handover: id }) => handover(id, ['discard']),
  'backup.restore': ({ name }) => text('restore', name),
  'desk.reopen': () => text('restore', '', ['reopen']),
  'desk.switch': ({ to }) => (to === 'live' ? text('go-live') : null),
  'desk.setService': ({ address, account }) => text('settings', serviceIn(address, account), ['service']),
  'sync.start': ({ service, account }) =>
    service === undefined ? null : text('settings', serviceIn(service, account), ['service']),
  // otherwise a page could explore the network of this computer
  'desk.testService': ({ address, account }) => text('settings', serviceIn(address, account), ['service', 'test']),
  'desk.setSecret': change('secret'),
  'settings.set'({ values }) {
    const names = Object.keys(values ?? {});
    if (names.length === 0) return null;
    // a setting that erases needs a PIN each time, as `retention.now` does
    return { ...text('settings', '', names), ...(names.includes('retentionDays') && { asksEachTime: true as const }) };
  },
  'session.set': change('session'),
  'drill.begin': ({ troubles }) => text('settings', '', ['drill', ...textsIn(troubles)]),
  'drill.end': change('drill', 'drill-end'),
  'printers.add': ({ name }) => text('settings', name, ['printer']),
  'printers.choose': ({ name }) => text('settings', name, ['printer', 'chosen']),
  'printers.remove': ({ name }) => text('settings', name, ['printer', 'forget']),
  'journal.choose': change('journalCopy'),
  'backup.chooseFolder': change('backupFolder'),
  'backup.lock': change('passphrase'),
  'backup.unlock': change('passphrase'),
  'backup.sheet': change('recovery-key'),
  'retention.now': change('erase'),
  'operators.save': ({ name, pin, rights, newBadge }) =>
    text('settings', name, [
      'operator',
      ...(pin === undefined ? [] : ['pin']),
      ...(newBadge ? ['badge'] : []),
      ...(rights ? ['rights', ...textsIn(rights)] : []),
    ]),
  'operators.forget': ({ name }) => text('settings', name, ['operator', 'forget']),
};

/** The procedures of which some calls need a right. */
export const guardedNames = Object.keys(rules) as ProcedureName[];

/**
 * The right that a call needs; null if everyone may make it. The input is not checked yet: its handler refuses what is
 * invalid.
 */
export function guardedCall(name: string, input: unknown): GuardedCall | null {
  if (!Object.hasOwn(rules, name) || typeof input !== 'object' || input === null) return null;
  const rule = rules[name as ProcedureName] as (input: object) => GuardedCall | null;
  const found = rule(input);
  return found && { ...found, about: textIn(found.about).slice(0, 500) };
}
