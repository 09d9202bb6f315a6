import type { CommandName } from '../../renderer/state/commands.ts';
import { deskContract, rulesOf, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const given: { name: string; input: object }[] = [];
function keeping() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
beforeAll(() => {
  vi.stubGlobal('sessionStorage', keeping());
  vi.stubGlobal('localStorage', keeping());
  const call = (name: string, input: object) => (given.push({ name, input }), Promise.resolve({ ok: true, value: {} }));
  vi.stubGlobal('window', { name: '', parcelDesk: { call } });
});
afterAll(() => vi.unstubAllGlobals());

const fieldsOf = (name: ProcedureName): string[] => {
  const { input } = deskContract[name];
  return 'shape' in input ? Object.keys(input.shape) : [];
};
const names = (Object.keys(deskContract) as ProcedureName[]).filter((name) => fieldsOf(name).includes('commandId'));

it.each(names)('a screen names the operator in every command that takes one, and in no other: %s', async (name) => {
  const { command } = await import('../../renderer/state/commands.ts');
  const { choices } = await import('../../renderer/choices/choices.svelte.ts');
  const { setApprover } = await import('../../renderer/transport/desk.ts');
  choices.set({ operator: 'Mia' });
  setApprover({
    actor: () => choices.operator,
    askForApproval: () => Promise.resolve(null),
    settingsVisitId: () => null,
  });
  given.length = 0;
  await command(name as CommandName, 'act', {} as never);
  const goesAlong = rulesOf(name).actor;
  const wanted = fieldsOf(name).includes('operator') ? { operator: 'Mia' } : goesAlong ? { actor: 'Mia' } : {};
  expect(given.filter((one) => one.name === name).map(({ input }) => input)).toEqual([
    { ...wanted, commandId: expect.any(String) as string },
  ]);
});
