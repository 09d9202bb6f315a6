import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Operator } from '../../shared/contract/memory-procedures.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { badgeCode, readCode } from '../../shared/scan/read-code.ts';
import type { fakeEntry } from './fake-entries.ts';

type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

/** Memories of a fake desk: what a scan means, and its operators. Any `SKU-…` is a SKU. */
export function fakeMemories(
  entries: () => readonly ReturnType<typeof fakeEntry>[],
  templates: NonNullable<Handlers['templates.list']>,
): Handlers {
  const operators = new Map<string, Operator & { pin: string | null }>();
  const told = ({ pin, ...operator }: Operator & { pin: string | null }): Operator => ({
    ...operator,
    hasPin: pin !== null,
  });
  return {
    'scan.find'({ text }) {
      const read = readCode(text);
      if (read.is === 'command' || read.is === 'badge' || read.is === 'mistyped') return ok(read);
      const found = entries().filter(({ key, trackingNumber }) => key === text || trackingNumber === text);
      if (found.length > 0) return ok({ is: 'entry', text, entries: found });
      if (text.startsWith('SKU-')) return ok({ is: 'sku', text, Sku: text });
      const kept = createNumbers.map((endpoint) => templates({ endpoint }));
      const named = kept.flatMap((of) => (of.ok ? of.value.templates : [])).filter(({ name }) => name === text);
      if (named.length > 0) return ok({ is: 'template', text, templates: named });
      return ok({ is: 'unknown', text });
    },
    'entries.changing': ({ endpoint }) =>
      ok({ fields: endpoint === 2 ? ['Package.Weight', 'Package.ShipToAddress.Contact'] : [] }),
    'operators.list': () => ok({ operators: [...operators.values()].map(told) }),
    'operators.save'({ name, code, pin, newBadge, rights = operators.get(name)?.rights ?? [] }) {
      const before = operators.get(name);
      const clash = [...operators.values()].find((other) => other.code === code && other.name !== name);
      if (clash) return fail('key-in-use', 'Another has this code.', { name: clash.name });
      const badge = before && !newBadge ? before.badge : badgeCode(`B${String(operators.size).padStart(7, '0')}`);
      const operator = {
        name,
        code,
        badge,
        hasPin: false,
        rights,
        pin: pin === undefined ? (before?.pin ?? null) : pin,
      };
      operators.set(name, operator);
      return ok(told(operator));
    },
    'operators.forget': ({ name }) => ok({ forgotten: operators.delete(name) }),
    'operators.enter'({ code, pin }) {
      const found = [...operators.values()].find((one) => one.code === code || one.badge === code);
      if (!found) return fail('invalid', 'Nobody.', { reason: 'unknown' });
      if (found.pin !== null && pin !== found.pin)
        return fail('invalid', 'PIN', { reason: pin === undefined ? 'pin-needed' : 'pin-wrong' });
      return ok(told(found));
    },
  };
}
