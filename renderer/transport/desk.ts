import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Approval } from '../../shared/contract/rights-procedures.ts';
import { allowedByStay, namesNobody } from '../../shared/rights/rights.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { callOverHttp } from './http.ts';
import { listenOverSocket } from './socket.ts';

/** What the Electron preload puts on the window. */
export interface DeskBridge {
  call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>>;
  onEvent(listener: (event: NumberedEvent) => void): () => void;
}

declare global {
  interface Window {
    parcelDesk?: DeskBridge;
  }
}

/** An event of the desk; `missed` when some were lost, so that whoever shows something asks anew. */
export type ClientEvent = DeskEvent | { kind: 'missed' } | { kind: 'link'; up: boolean };

/** Asks a person for the PIN of somebody who may; null where nobody gave one. */
type AskForApproval = (problem: Problem) => Promise<Approval | null>;

interface Approver {
  actor: () => string;
  approval: AskForApproval;
  /** somebody's stay in the settings; null: nobody is there */
  stay: () => string | null;
}
let approver: Approver | null = null;

/** Who is at the desk, and what asks for a PIN where one is needed. One for the page. */
export function setApprover(given: Approver): () => void {
  approver = given;
  return () => (approver = null);
}

/**
 * Asks the desk, and where not everybody may do this, a person for a PIN, which goes with this call alone: whoever stands here next would else act
 * in the name of who gave it. Whether one counts for as long as that person stays in the settings, the desk decides. Never throws: a desk that does not answer is the problem `desk-gone`, after which the same command may be
 * sent again with the same id. Input must be plain values, no `$state` proxies.
 */
export async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  const stay = allowedByStay.some((one) => one === name) ? (approver?.stay() ?? null) : null;
  const actor = namesNobody.some((one) => one === name) ? { actor: approver?.actor() ?? '' } : {};
  const given = { ...input, ...actor, ...(stay !== null && { stay }) };
  let answer = await send<N>(name, given);
  while (!answer.ok && answer.problem.kind === 'needs-right') {
    const approval = await approver?.approval(answer.problem);
    if (!approval) return answer;
    answer = await send<N>(name, { ...given, approval });
  }
  return answer;
}

// the host takes off what goes along with an input
async function send<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  if (!window.parcelDesk) return callOverHttp(name, input);
  try {
    return await window.parcelDesk.call(name, input);
  } catch (error) {
    return { ok: false, problem: { kind: 'desk-gone', message: String(error) } };
  }
}

/** Hears what the desk tells, in order; gaps in the numbering are told as `missed`. Returns how to stop. */
export function listen(listener: (event: ClientEvent) => void): () => void {
  let last: number | null = null;
  const receive = ({ n, event }: NumberedEvent) => {
    if (last !== null && n !== last + 1) listener({ kind: 'missed' });
    last = n;
    listener(event);
  };
  if (window.parcelDesk) return window.parcelDesk.onEvent(receive);
  return listenOverSocket(receive, (up) => {
    last = null;
    listener({ kind: 'link', up });
    if (up) listener({ kind: 'missed' });
  });
}
