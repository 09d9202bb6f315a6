import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Operator } from '../../shared/contract/memory-procedures.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { badgeCode, readCode } from '../../shared/scan/read-code.ts';
import type { fakeEntry } from './fake-entries.ts';

type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

/**
 * Memories of a fake desk: what a scanned code refers to, and the operators. Any code that starts with `SKU-` is a SKU.
 */
export function fakeMemories(
  entries: () => readonly ReturnType<typeof fakeEntry>[],
  templates: NonNullable<Handlers['templates.list']>,
): Handlers {
  const operators = new Map<string, Operator & { pin: string | null }>();
  const withoutPin = ({ pin, ...operator }: Operator & { pin: string | null }): Operator => ({
    ...operator,
    hasPin: pin !== null,
  });
  return {
    'scan.find'({ text }) {
      const scanned = readCode(text);
      if (scanned.is === 'command' || scanned.is === 'badge' || scanned.is === 'mistyped') return ok(scanned);
      const matches = entries().filter(({ key, trackingNumber }) => key === text || trackingNumber === text);
      if (matches.length > 0) return ok({ is: 'entry', text, entries: matches });
      if (text.startsWith('SKU-')) return ok({ is: 'sku', text, Sku: text });
      const templateAnswers = createNumbers.map((endpoint) => templates({ endpoint }));
      const namedTemplates = templateAnswers
        .flatMap((templateAnswer) => (templateAnswer.ok ? templateAnswer.value.templates : []))
        .filter(({ name }) => name === text);
      if (namedTemplates.length > 0) return ok({ is: 'template', text, templates: namedTemplates });
      return ok({ is: 'unknown', text });
    },
    'entries.changing': ({ endpoint }) =>
      ok({ fields: endpoint === 2 ? ['Package.Weight', 'Package.ShipToAddress.Contact'] : [] }),
    'operators.list': () => ok({ operators: [...operators.values()].map(withoutPin) }),
    'operators.save'({ name, code, pin, newBadge, rights = operators.get(name)?.rights ?? [] }) {
      const stored = operators.get(name);
      const otherOperator = [...operators.values()].find(
        (candidate) => candidate.code === code && candidate.name !== name,
      );
      if (otherOperator) return fail('key-in-use', 'Another has this code.', { name: otherOperator.name });
      const badge = stored && !newBadge ? stored.badge : badgeCode(`B${String(operators.size).padStart(7, '0')}`);
      const operator = {
        name,
        code,
        badge,
        hasPin: false,
        rights,
        pin: pin === undefined ? (stored?.pin ?? null) : pin,
      };
      operators.set(name, operator);
      return ok(withoutPin(operator));
    },
    'operators.forget': ({ name }) => ok({ forgotten: operators.delete(name) }),
    'operators.enter'({ code, pin }) {
      const operator = [...operators.values()].find((candidate) => candidate.code === code || candidate.badge === code);
      if (!operator) return fail('invalid', 'Nobody.', { reason: 'unknown' });
      if (operator.pin !== null && pin !== operator.pin)
        return fail('invalid', 'PIN', { reason: pin === undefined ? 'pin-needed' : 'pin-wrong' });
      return ok(withoutPin(operator));
    },
  };
}
