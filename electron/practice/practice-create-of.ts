import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { practiceCreates, type PracticeCreate } from './practice-creates.ts';

export function practiceCreateOf(endpoint: number): PracticeCreate {
  const kind = kindOfEndpoint(endpoint);
  const create = kind && practiceCreates[kind];
  if (!create) throw new RangeError(`the practice service makes nothing by endpoint ${endpoint}`);
  return create;
}

/** Whether an order of one endpoint can answer a repeat by the other. */
export function sameFamily(one: number, other: number): boolean {
  const { family } = practiceCreateOf(one);
  return one === other || (family !== undefined && family === practiceCreateOf(other).family);
}
