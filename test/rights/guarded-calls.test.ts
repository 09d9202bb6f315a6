import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import { rightRequirementOf } from '../../electron/operators/right-requirements.ts';
import { deskContract, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import { expect, it } from 'vitest';

const open = (Object.keys(deskContract) as ProcedureName[]).filter(isOpenToScreens);
/** Values that are valid in no field: not lists, without a text form, or nested lists. */
const odd: unknown[] = [
  ...[{ from: 1 }, { toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }]],
  ...[7, true, null, 'text', [['a']], Array.from({ length: 20_000 }).reduce((inner) => [inner], 'deep')],
];

it.each(odd.map((value, n) => [n, value]))(
  'an unchecked input is logged without a fault, whatever its fields contain (%i)',
  (_n, value) => {
    for (const name of open) {
      const input = Object.fromEntries(Object.keys(shapeOf(name)).map((field) => [field, value]));
      const { about = '', parts = [] } = rightRequirementOf(name, input) ?? {};
      expect([name, [about, ...parts].filter((one) => typeof one !== 'string')]).toEqual([name, []]);
    }
  },
);

const shapeOf = (name: ProcedureName): object => (deskContract[name].input as { shape?: object }).shape ?? {};

it('of a guarded call only names and word lists are logged', () => {
  expect(rightRequirementOf('operators.save', { name: 'Mia', code: '7', pin: '1234', rights: ['close'] })).toEqual({
    ...{ right: 'settings', about: 'Mia', of: 'text' },
    parts: ['operator', 'pin', 'rights', 'close'],
  });
});
