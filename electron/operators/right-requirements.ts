import type { Input, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { problem, type ProblemError, type Result } from '../../shared/contract/problem.ts';
import type { Right } from '../../shared/rights/rights.ts';

/**
 * The right that a call needs, and what it is about, as logged: a text, or the id of an entry or handover (`of`), and
 * the parts concerned. It contains no secret.
 */
export interface RightRequirement {
  right: Right;
  about: string;
  of: 'text' | 'entry' | 'handover';
  parts: readonly string[];
  /** whether a PIN is needed even if one was entered in the settings before */
  needsPinEachTime?: true;
}

/** Reads a text of an unchecked input; empty if it is none. */
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
const objectIn = (value: unknown): object[] => (typeof value === 'object' && value !== null ? [value] : []);
/**
 * The key of an order, if it is a text of its body or of an object in the body; else empty. Searches by name, since the
 * records of the creates, which have the path of each key, load too slowly for the thread that opens the window.
 */
function keyIn(request: unknown): string {
  const [body] = objectIn(request).flatMap((part) => objectIn('body' in part ? part.body : undefined));
  const levels = body === undefined ? [] : [body, ...Object.values(body).flatMap(objectIn)];
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
/** The service and account as logged. An address with a password in it is dropped; its handler refuses it. */
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
  // `decided`: a person has decided to send an order although it was possibly sent before
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
  // without a right, a page could explore the network of this computer
  'desk.testService': ({ address, account }) => aboutText('settings', serviceIn(address, account), ['service', 'test']),
  'desk.setSecret': aboutSettings('secret'),
  'settings.set'({ values }) {
    const names = Object.keys(values ?? {});
    if (names.length === 0) return null;
    // a setting that erases data needs a PIN each time, as `retention.now` does
    return {
      ...aboutText('settings', '', names),
      ...(names.includes('retentionDays') && { needsPinEachTime: true as const }),
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

/** Procedures with calls that need a right. */
export const protectedProcedures = Object.keys(rules) as ProcedureName[];

/**
 * The right that a call needs; null if everyone may make it. The input is unchecked: the handler of the procedure
 * refuses an invalid one.
 */
export function rightRequirementOf(name: string, input: unknown): RightRequirement | null {
  if (!Object.hasOwn(rules, name) || typeof input !== 'object' || input === null) return null;
  const rule = rules[name as ProcedureName] as (input: object) => RightRequirement | null;
  const requirement = rule(input);
  return requirement && { ...requirement, about: textIn(requirement.about).slice(0, 500) };
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
