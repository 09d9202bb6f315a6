import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Step } from './type-order.ts';

export interface TypedCreate {
  title: string;
  endpoint: CreateNumber;
  /** the key that opens the form */
  open: string;
  firstField: string;
  steps: readonly Step[];
  /** what must arrive at the service */
  sent: unknown;
}

export const to = (path: string, type: string): Step => ({ to: path, type });
export const pressed = (path: string, press: string): Step => ({ to: path, press });
