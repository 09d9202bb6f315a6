import type { NumberedEvent } from '../../shared/desk-contract.ts';
import type { Result } from '../../shared/problem.ts';

/** What a host needs of the desk to put screens before it. */
export interface ScreenDesk {
  /** never rejects: a fault is a problem too */
  call(name: string, input: unknown): Promise<Result<unknown>>;
  onEvent(listener: (event: NumberedEvent) => void): void;
  close(): Promise<void>;
}
