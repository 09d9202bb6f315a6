import type { Input, Output, ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import type { Result } from '../../../shared/contract/problem.ts';

/** A call by name, with an input that is not checked yet. Never rejects: a fault is a problem too. */
export type Call = (name: string, input: unknown) => Promise<Result<unknown>>;

/** A file the desk made for a person. Its body must be read to the end or cancelled, which frees the disk space. */
export interface Download {
  name: string;
  mediaType: string;
  bytes: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The desk's interface for a host with screens. */
export interface ScreenDesk {
  /** a call of a screen, after all checks; `caller`: its window or page. Never rejects */
  callFromScreen(name: string, input: unknown, caller?: string): Promise<Result<unknown>>;
  /** a call of the host itself, which needs no right */
  call: Call;
  onEvent(listener: (event: NumberedEvent) => void): void;
  /** the content of a `DeskFile`, once; null if the id is unknown or expired */
  takeFile(id: string): Promise<Download | null>;
  close(): Promise<void>;
}

/** The answer to a call of the host itself; null on a problem. */
export async function callDesk<N extends ProcedureName>(
  desk: Pick<ScreenDesk, 'call'>,
  name: N,
  input: Input<N>,
): Promise<Output<N> | null> {
  const result = await desk.call(name, input);
  return result.ok ? (result.value as Output<N>) : null;
}
