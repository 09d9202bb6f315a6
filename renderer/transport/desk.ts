import type { Input, Output, ProcedureName, ProcedureWith } from '../../shared/contract/desk-contract.ts';
import type { NumberedEvent, DeskEvent } from '../../shared/contract/desk-events.ts';
import { tokenParameter, pageHeader, eventProtocol, tokenProtocolPrefix } from '../../shared/contract/host-token.ts';
import { fail, type Result, type Problem } from '../../shared/contract/problem.ts';
import type { Approval } from '../../shared/contract/rights-procedures.ts';

/**
 * Storage key of the token. It is stored per origin, port included, for reloads and further tabs, and is invalid after
 * the host restarts.
 */
const tokenKey = 'parcel-desk.host-token';

/**
 * The token by which this page calls the browser host; empty if it was not opened with the printed address. The first
 * call removes it from the page's address, so that no screenshot, link or bookmark shows it.
 */
export function pageToken(): string {
  const token = new URL(location.href).searchParams.get(tokenParameter);
  if (token === null) return localStorage.getItem(tokenKey) ?? '';
  localStorage.setItem(tokenKey, token);
  history.replaceState(history.state, '', `/${location.hash}`);
  return token;
}

const pageId = crypto.randomUUID();

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
        [pageHeader]: pageId,
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

function isNumbered(value: unknown): value is NumberedEvent {
  return typeof value === 'object' && value !== null && 'n' in value && 'event' in value;
}

const firstWaitMs = 250;
const maxWaitMs = 4000;

/** Events of the browser host over a WebSocket that reconnects as long as the page lives. */
export function listenOverSocket(receive: (event: NumberedEvent) => void, onLink: (isUp: boolean) => void): () => void {
  let socket: WebSocket | null = null;
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function open(): void {
    const address = new URL('/events', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    socket = new WebSocket(address, [eventProtocol, `${tokenProtocolPrefix}${pageToken()}`]);
    socket.onopen = () => {
      waitMs = firstWaitMs;
      onLink(true);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const event: unknown = JSON.parse(message.data);
      if (isNumbered(event)) receive(event);
    };
    socket.onclose = () => {
      if (isStopped) return;
      onLink(false);
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(maxWaitMs, waitMs * 2);
    };
  }

  open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}

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

/**
 * An event of the desk. `missed`: events were lost, so listeners load again. `link`: the connection to the host was
 * made or lost.
 */
export type ClientEvent = DeskEvent | { kind: 'missed' } | { kind: 'link'; isUp: boolean };

/** Asks the user for the PIN of an operator with the right; null if none was given. */
type AskForApproval = (problem: Problem) => Promise<Approval | null>;

interface Approver {
  actor: () => string;
  askForApproval: AskForApproval;
  /** Id of the current visit to the settings; null outside of them. */
  settingsVisitId: () => string | null;
}
let approver: Approver | null = null;

/** Sets the source of operator and approvals. One per page. */
export function setApprover(newApprover: Approver): () => void {
  approver = newApprover;
  return () => (approver = null);
}

/**
 * Procedures whose calls name the operator, and procedures that a PIN given in the settings allows for the whole visit.
 * A page does not load the contract, so both are lists here; the compiler compares them with the contract.
 */
const proceduresWithActor: Readonly<Record<ProcedureWith<'actor', true>, true>> = {
  'backup.restore': true,
  'desk.reopen': true,
  'desk.switch': true,
  'desk.setService': true,
  'desk.testService': true,
  'desk.setSecret': true,
  'settings.set': true,
  'session.set': true,
  'printers.add': true,
  'printers.choose': true,
  'printers.remove': true,
  'journal.choose': true,
  'backup.chooseFolder': true,
  'backup.lock': true,
  'backup.unlock': true,
  'backup.sheet': true,
  'retention.now': true,
  'operators.save': true,
  'operators.forget': true,
};
const proceduresWithStay: Readonly<Record<ProcedureWith<'stay', true>, true>> = {
  'desk.setService': true,
  'desk.testService': true,
  'desk.setSecret': true,
  'settings.set': true,
  'session.set': true,
  'printers.add': true,
  'printers.choose': true,
  'printers.remove': true,
  'journal.choose': true,
  'backup.chooseFolder': true,
  'drill.begin': true,
  'drill.end': true,
};

/**
 * Calls the desk. If the call needs a right, asks for a PIN, which is sent with this call only: otherwise the next
 * person at this desk would act in the name of the one who gave it. The desk decides whether a PIN is valid for a whole
 * visit to the settings. Never throws: an unanswered call is the problem `desk-gone`, after which the same command may
 * be sent again with the same id. Input must be plain values, no `$state` proxies.
 */
export async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  const stay = Object.hasOwn(proceduresWithStay, name) ? (approver?.settingsVisitId() ?? null) : null;
  const actor = Object.hasOwn(proceduresWithActor, name) ? { actor: approver?.actor() ?? '' } : {};
  const fullInput = { ...input, ...actor, ...(stay !== null && { stay }) };
  let answer = await sendOnce<N>(name, fullInput);
  while (!answer.ok && answer.problem.kind === 'needs-right') {
    const approval = await approver?.askForApproval(answer.problem);
    if (!approval) return answer;
    answer = await sendOnce<N>(name, { ...fullInput, approval });
  }
  return answer;
}

// The fields added to the input are removed before the procedure gets it.
async function sendOnce<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
  if (!window.parcelDesk) return callOverHttp(name, input);
  try {
    return await window.parcelDesk.call(name, input);
  } catch (error) {
    return { ok: false, problem: { kind: 'desk-gone', message: String(error) } };
  }
}

/**
 * Listens to the desk's events in order. Gaps in their numbering are reported as `missed`. The returned function stops
 * it.
 */
export function listen(listener: (event: ClientEvent) => void): () => void {
  let last: number | null = null;
  const receive = ({ n, event }: NumberedEvent) => {
    if (last !== null && n !== last + 1) listener({ kind: 'missed' });
    last = n;
    listener(event);
  };
  if (window.parcelDesk) return window.parcelDesk.onEvent(receive);
  return listenOverSocket(receive, (isUp) => {
    last = null;
    listener({ kind: 'link', isUp });
    if (isUp) listener({ kind: 'missed' });
  });
}
