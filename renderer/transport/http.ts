import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { pageHeader } from '../../shared/contract/host-token.ts';
import { fail, type Result } from '../../shared/contract/problem.ts';
import { pageToken } from './page-token.ts';

const page = crypto.randomUUID();

function isResult<T>(value: unknown): value is Result<T> {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  return value.ok === true ? 'value' in value : value.ok === false && 'problem' in value;
}

/** Calls a procedure over loopback HTTP: `POST /rpc/NAME` with a JSON body; returns a Result. */
export async function callOverHttp<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  try {
    const answer = await fetch(`/rpc/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${pageToken()}`,
        [pageHeader]: page,
      },
      body: JSON.stringify(input),
    });
    if (answer.status === 401) return fail('not-let-in', await answer.text());
    const result: unknown = await answer.json();
    if (isResult<Output<N>>(result)) return result;
    return fail('desk-gone', `The desk answered ${name} with status ${answer.status} and no result.`);
  } catch (error) {
    return fail('desk-gone', `The desk does not answer: ${String(error)}`);
  }
}
