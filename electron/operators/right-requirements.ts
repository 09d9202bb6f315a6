import type { Input, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { problem, type ProblemError, type Result } from '../../shared/contract/problem.ts';
import type { Right } from '../../shared/rights/rights.ts';

/** What a call that needs a right is about, as it is logged. It contains no secret. */
export interface RightRequirement {
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

type Rules = { [N in ProcedureName]?: (input: Partial<Input<N>>) => RightRequirement | null };

const aboutText = (right: Right, about = '', parts: readonly string[] = []): RightRequirement => ({
  right,
  about,
  of: 'text',
  parts,
});
const aboutResend = (id = '', parts: readonly string[] = []): RightRequirement => ({
  right: 'send-again',
  about: id,
  of: 'entry',
  parts,
});
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
const aboutHandover = (id = '', parts: readonly string[] = []): RightRequirement => ({
  right: 'close',
  about: id,
  of: 'handover',
  parts,
});
/** An address with a password in it is not logged; its handler refuses it. */
const serviceIn = (address: unknown, account: unknown): string =>
  [textIn(address).includes('@') ? '' : address, account].map(textIn).join(' ').trim();
const aboutSettings =
  (...parts: string[]) =>
  () =>
    aboutText('settings', '', parts);

const rules: Rules = {
  // that an answer is a refusal lets this order, and each with the same answer, be sent once more
  'entry.decide': ({ id, decision }) =>
    decision === 'send-again' ? aboutResend(id) : decision === 'refusal' ? aboutResend(id, ['refusal']) : null,
  // a person decides that a possibly sent order is sent all the same
  'entry.enqueue': ({ request, decided }) => (decided ? aboutText('send-again', keyIn(request)) : null),
  'entry.replace': ({ id, decided }) => (decided ? aboutResend(id) : null),
  'import.file': ({ decided }) => (decided ? aboutText('send-again', '', ['import']) : null),
  'import.run': ({ decided }) => (decided ? aboutText('send-again', '', ['import']) : null),
  'entry.submit': ({ id, decided }) => (decided ? aboutResend(id) : null),
  'entry.change': ({ id, decided }) => (decided ? aboutResend(id) : null),
  'entry.mend': ({ id, decided }) => (decided ? aboutResend(id) : null),
  'handover.close': ({ handover: id }) => aboutHandover(id),
  'handover.discard': ({ handover: id }) => aboutHandover(id, ['discard']),
  'backup.restore': ({ name }) => aboutText('restore', name),
  'desk.reopen': () => aboutText('restore', '', ['reopen']),
  'desk.switch': ({ to }) => (to === 'live' ? aboutText('go-live') : null),
  'desk.setService': ({ address, account }) => aboutText('settings', serviceIn(address, account), ['service']),
  'sync.start': ({ service, account }) =>
    service === undefined ? null : aboutText('settings', serviceIn(service, account), ['service']),
  // otherwise a page could explore the network of this computer
  'desk.testService': ({ address, account }) => aboutText('settings', serviceIn(address, account), ['service', 'test']),
  'desk.setSecret': aboutSettings('secret'),
  'settings.set'({ values }) {
    const names = Object.keys(values ?? {});
    if (names.length === 0) return null;
    // a setting that erases needs a PIN each time, as `retention.now` does
    return {
      ...aboutText('settings', '', names),
      ...(names.includes('retentionDays') && { asksEachTime: true as const }),
    };
  },
  'session.set': aboutSettings('session'),
  'drill.begin': ({ troubles }) => aboutText('settings', '', ['drill', ...textsIn(troubles)]),
  'drill.end': aboutSettings('drill', 'drill-end'),
  'printers.add': ({ name }) => aboutText('settings', name, ['printer']),
  'printers.choose': ({ name }) => aboutText('settings', name, ['printer', 'chosen']),
  'printers.remove': ({ name }) => aboutText('settings', name, ['printer', 'forget']),
  'journal.choose': aboutSettings('journalCopy'),
  'backup.chooseFolder': aboutSettings('backupFolder'),
  'backup.lock': aboutSettings('passphrase'),
  'backup.unlock': aboutSettings('passphrase'),
  'backup.sheet': aboutSettings('recovery-key'),
  'retention.now': aboutSettings('erase'),
  'operators.save': ({ name, pin, rights, newBadge }) =>
    aboutText('settings', name, [
      'operator',
      ...(pin === undefined ? [] : ['pin']),
      ...(newBadge ? ['badge'] : []),
      ...(rights ? ['rights', ...textsIn(rights)] : []),
    ]),
  'operators.forget': ({ name }) => aboutText('settings', name, ['operator', 'forget']),
};

/** The procedures of which some calls need a right. */
export const protectedProcedures = Object.keys(rules) as ProcedureName[];

/**
 * The right that a call needs; null if everyone may make it. The input is not checked yet: its handler refuses what is
 * invalid.
 */
export function rightRequirementOf(name: string, input: unknown): RightRequirement | null {
  if (!Object.hasOwn(rules, name) || typeof input !== 'object' || input === null) return null;
  const rule = rules[name as ProcedureName] as (input: object) => RightRequirement | null;
  const found = rule(input);
  return found && { ...found, about: textIn(found.about).slice(0, 500) };
}

/** The problem if the right to an action could not be checked. */
export const rightNotChecked = (): ProblemError =>
  problem(
    'cancelled',
    'The desk is changing to another folder or opening its data again, so it could not check who may do this. Nothing was done. Try again in a moment.',
    { reason: 'right-not-checked' },
  );

/** How an action ended, as it is logged. */
export const outcomeOf = (result: Result<unknown>): Pick<Input<'rights.end'>, 'outcome' | 'why'> => ({
  outcome: result.ok ? 'done' : 'failed',
  why: result.ok ? '' : result.problem.kind,
});
