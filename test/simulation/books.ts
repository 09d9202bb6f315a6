import type { CreateNumber } from '../../electron/outbox/entry.ts';
import type { State } from '../../shared/outbox-states.ts';
import type { Content } from './orders.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';

/** What a screen called saved, as the person last left it. */
export interface Saved {
  content: Content;
  body: string;
  submitted: boolean;
  withdrawn: boolean;
  /** its label came out of the printer, with this number */
  printed: string | null;
  /** asked for of a desk that was gone before it answered: it may be done, and may not */
  perhaps: boolean;
}

export interface Row {
  id: string;
  seq: number;
  endpoint: CreateNumber;
  key: string;
  state: State;
  asks: string | null;
  tries: number;
  maybe_taken: 0 | 1;
  maybe_twice: 0 | 1;
  to_cancel: 0 | 1;
  replaced_by: string | null;
  accepted_at: number | null;
  label_list: string | null;
  request: string;
}

const columns = `id, seq, endpoint, key, state, asks, tries, maybe_taken, maybe_twice, to_cancel, replaced_by, accepted_at, label_list, request`;

/** Entries of the live folder of a PC, oldest first. */
export const rowsOf = (pc: SimPc, where: string, ...given: unknown[]): Row[] =>
  pc.rows<Row>(`SELECT ${columns} FROM entry WHERE ${where} ORDER BY seq`, ...given);

/** All that a story knows of what was entered: what each PC called saved, and whose key is whose. */
export class Books {
  /** by PC: a folder that was lost, or lies beside another, has saved what it has saved */
  readonly #saved = new Map<SimPc, Map<string, Saved>>();
  /** what was asked of the desk, by entry: whether or not it was heard that it was done */
  readonly asked = new Map<string, 'practice' | 'draft' | 'submitted'>();
  readonly withdrawn = new Set<string>();
  /** what somebody was told is not saved, and so enters anew */
  readonly notSaved = new Set<string>();
  /** a person took what the service has for it, though its content is another by now */
  readonly agreed = new Set<string>();
  /** contents that may be sent of an entry; none noted: any */
  readonly versions = new Map<string, Set<string>>();
  /** entries a person let go without what they need */
  readonly letGo = new Set<string>();
  /** entries whose record a person cancelled at the service */
  readonly cancelled = new Set<string>();
  readonly contents = new Map<string, Content>();

  savedAt(pc: SimPc): Map<string, Saved> {
    const known = this.#saved.get(pc) ?? new Map<string, Saved>();
    this.#saved.set(pc, known);
    return known;
  }

  /** What one PC has is what another goes on from. */
  carry(from: SimPc, to: SimPc): void {
    this.#saved.set(to, new Map([...this.savedAt(from)].map(([id, saved]) => [id, { ...saved }])));
  }
}

const token = /e(\w+)v\d+e/;
/** Whose content a row has. */
export const entryOf = ({ request }: Pick<Row, 'request'>): string => token.exec(request)?.[1] ?? '';
export const versionOf = ({ request }: Pick<Row, 'request'>): string => token.exec(request)?.[0] ?? '';

/** Whether the service has an entry, by its own books: null while that may still change. */
export function truthOf(row: Pick<Row, 'endpoint' | 'key' | 'request'>, service: SimService, network: SimNetwork) {
  if (service.effectsOf(row.endpoint, row.key, entryOf(row)).length > 0) return true;
  return network.mayArrive(row.endpoint, row.key) ? null : false;
}
