import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import type { Page } from '@playwright/test';

interface Bridged {
  parcelDesk?: { call(name: string, input: unknown): Promise<unknown> };
}

/** Calls a procedure from within the page, over the transport of its host. Throws if the answer is a problem. */
export async function ask<N extends ProcedureName>(page: Page, name: N, input: Input<N>): Promise<Output<N>> {
  const result = (await page.evaluate(
    async ([name, input]) => {
      const { parcelDesk } = window as Bridged;
      if (parcelDesk) return parcelDesk.call(name, input);
      const token = localStorage.getItem('parcel-desk.host-token') ?? '';
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const answer = await fetch(`/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
      return answer.json() as Promise<unknown>;
    },
    [name, input] as const,
  )) as Result<Output<N>>;
  if (!result.ok) throw new Error(`${name}: ${result.problem.kind}: ${result.problem.message}`);
  return result.value;
}
