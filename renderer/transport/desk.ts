import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Approval } from '../../shared/contract/rights-procedures.ts';
import { stayProcedures, actorProcedures } from '../../shared/rights/rights.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { callOverHttp } from './http.ts';
import { listenOverSocket } from './socket.ts';

/** The API the Electron preload exposes on the window. */
export interface DeskBridge {
  call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>>;
  onEvent(listener: (event: NumberedEvent) => void): () => void;
}

declare global {
  interface Window {
    parcelDesk?: DeskBridge;
  }
}

/** An event of the desk; `missed` if some were lost, so that listeners load again. */
export type ClientEvent = DeskEvent | { kind: 'missed' } | { kind: 'link'; up: boolean };

/** Asks for the PIN of an operator with the right; null if none was given. */
type AskForApproval = (problem: Problem) => Promise<Approval | null>;

interface Approver {
  actor: () => string;
  approval: AskForApproval;
  /** Id of the current visit to the settings; null outside of them. */
  stay: () => string | null;
}
let approver: Approver | null = null;

/** Sets the source of operator and approvals. One per page. */
export function setApprover(given: Approver): () => void {
  approver = given;
  return () => (approver = null);
}

/**
 * Calls the desk. If the call needs a right, asks for a PIN, which is sent with this call only: otherwise the next
 * person here would act in the name of the one who gave it. The desk decides whether a PIN is valid for a whole visit
 * to the settings. Never throws: an unanswered call is the problem `desk-gone`, after which the same command may be
 * sent again with the same id. Input must be plain values, no `$state` proxies.
 */
export async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  const stay = stayProcedures.some((one) => one === name) ? (approver?.stay() ?? null) : null;
  const actor = actorProcedures.some((one) => one === name) ? { actor: approver?.actor() ?? '' } : {};
  const given = { ...input, ...actor, ...(stay !== null && { stay }) };
  let answer = await send<N>(name, given);
  while (!answer.ok && answer.problem.kind === 'needs-right') {
    const approval = await approver?.approval(answer.problem);
    if (!approval) return answer;
    answer = await send<N>(name, { ...given, approval });
  }
  return answer;
}

// The host removes the fields added to the input.
async function send<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  if (!window.parcelDesk) return callOverHttp(name, input);
  try {
    return await window.parcelDesk.call(name, input);
  } catch (error) {
    return { ok: false, problem: { kind: 'desk-gone', message: String(error) } };
  }
}

/**
 * Listens to the desk's events in order; gaps in their numbering are reported as `missed`. Returns a function that
 * stops it.
 */
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
