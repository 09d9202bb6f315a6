import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
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

/**
 * Asks the desk. Never throws: a desk that does not answer is the problem `desk-gone`, after which the same command may be
 * sent again with the same id. Input must be plain values, no `$state` proxies.
 */
export async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
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
