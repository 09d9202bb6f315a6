import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Content } from './orders.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SendingFolder } from './sent.ts';
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
  /** some try of it may have come to the service */
  reached: 0 | 1;
}

const columns = `id, seq, endpoint, key, state, asks, tries, maybe_taken, maybe_twice, to_cancel, replaced_by, accepted_at, label_list, request,
  reached_sha256 IS NOT NULL AS reached`;

/** Entries of the live folder of a PC, oldest first. */
export const rowsOf = (pc: SimPc, where: string, ...given: unknown[]): Row[] =>
  pc.rows<Row>(`SELECT ${columns} FROM entry WHERE ${where} ORDER BY seq`, ...given);

/** The last of them, oldest first: what a long day has grown is not read for a few. */
export const lastRowsOf = (pc: SimPc, most: number, where: string, ...given: unknown[]): Row[] =>
  pc.rows<Row>(`SELECT ${columns} FROM entry WHERE ${where} ORDER BY seq DESC LIMIT ${most}`, ...given).reverse();

/** Numbers of rows as one value, so that the same question is prepared once. */
export const these = '(SELECT value FROM json_each(?))';
export const listed = (seqs: readonly number[]): string => JSON.stringify([...new Set(seqs)]);

/** Entries under a key, whatever its kind, as an index has them. */
export const ofKey = `key_kind IN ('PackageId', 'ShipmentId', 'CustomerOrderNo', 'Sku') AND key = ?`;

/** All that a story knows of what was entered: what each PC called saved, and whose key is whose. */
export class Books {
  /** by PC: a folder that was lost, or lies beside another, has saved what it has saved */
  readonly #saved = new Map<SimPc, Map<string, Saved>>();
  /** by folder and entry: the generation in which it was last sent there, or in the folder this one was made from */
  readonly #tried = new Map<SendingFolder, Map<string, number>>();
  /** what was asked of the desk, by entry: whether or not it was heard that it was done */
  readonly asked = new Map<string, 'practice' | 'draft' | 'submitted'>();
  /** what was entered for training, wherever its copy was brought since */
  readonly practised = new Set<string>();
  readonly withdrawn = new Set<string>();
  /** withdrawn at one folder, and open in another that came back since and may send it: the generation of that one, by entry */
  readonly openElsewhere = new Map<string, number>();
  /** what somebody was told is not saved, and so enters anew */
  readonly notSaved = new Set<string>();
  /** a person took what the service has for it, though its content is another by now */
  readonly agreed = new Set<string>();
  /** by entry: contents of it that have left a desk, whichever, or may have left one that was lost. Of several nothing that is answered tells which one it means */
  readonly sent = new Map<string, Set<string>>();
  /** declarations, by entry and by the id of their row, and the PCs whose folder said that they may be twice at the service */
  readonly saidTwice = new Map<string, Set<SimPc>>();
  /** contents that may be sent of an entry; none noted: any */
  readonly versions = new Map<string, Set<string>>();
  /** label orders (ids) that a folder brought back: nobody knows whether their labels were printed since */
  readonly cameBack = new Set<string>();
  /** entries a person let go without what they need */
  readonly dispose = new Set<string>();
  /** entries whose record a person cancelled at the service */
  readonly cancelled = new Set<string>();
  /** entries another one was put in the place of: they are never sent again */
  readonly replaced = new Set<string>();
  /** entries a person called settled, whatever the service says */
  readonly closed = new Set<string>();
  readonly contents = new Map<string, Content>();
  /** by entry: when (ms) a person last did something with it */
  readonly touched = new Map<string, number>();

  ask(entry: string, mode: 'practice' | 'live', draft: boolean): void {
    if (mode === 'practice') this.practised.add(entry);
    this.asked.set(entry, mode === 'practice' ? 'practice' : draft ? 'draft' : 'submitted');
  }

  /** A row lies here as a draft of what was practised, though an earlier copy may have been changed, replaced or withdrawn. */
  bring(pc: SimPc, row: Row): void {
    const entry = entryOf(row);
    this.asked.set(entry, 'draft');
    this.withdrawn.delete(entry);
    this.replaced.delete(entry);
    this.versions.delete(entry);
    const content = this.contents.get(entry);
    const known = this.savedAt(pc);
    if (!content || known.has(row.id)) return;
    const saved = { content, body: '', submitted: false, withdrawn: false, printed: null, perhaps: false };
    known.set(row.id, { ...saved, body: bodyOf(row) });
  }

  /** A content of an entry has left a desk, or may have. */
  leftWith(entry: string, version: string): void {
    this.sent.set(entry, (this.sent.get(entry) ?? new Set()).add(version));
  }

  triedBy(folder: SendingFolder, entry: string): void {
    this.#tried.set(folder, (this.#tried.get(folder) ?? new Map<string, number>()).set(entry, folder.generation));
  }

  /** The generation of the folder of a PC as it last sent an entry: of what a later one sent it knew nothing then. */
  generationOf = (pc: SimPc, entry: string): number => this.#tried.get(pc)?.get(entry) ?? pc.generation;

  saysTwice(pc: SimPc, row: Row): void {
    if (row.maybe_twice === 0) return;
    for (const name of [entryOf(row), row.id])
      this.saidTwice.set(name, (this.saidTwice.get(name) ?? new Set()).add(pc));
  }

  savedAt(pc: SimPc): Map<string, Saved> {
    const known = this.#saved.get(pc) ?? new Map<string, Saved>();
    this.#saved.set(pc, known);
    return known;
  }

  /** What one PC has is what another goes on from. */
  carry(from: SimPc, to: SimPc): void {
    this.#saved.set(to, new Map([...this.savedAt(from)].map(([id, saved]) => [id, { ...saved }])));
    this.#tried.set(to, new Map(this.#tried.get(from)));
  }
}

const token = /e(\w+)v\d+e/;
/** Whose content a row has. */
export const entryOf = ({ request }: Pick<Row, 'request'>): string => token.exec(request)?.[1] ?? '';
export const versionOf = ({ request }: Pick<Row, 'request'>): string => token.exec(request)?.[0] ?? '';

/** The body that a row's request has, as text. */
export const bodyOf = ({ request }: Pick<Row, 'request'>): string =>
  JSON.stringify((JSON.parse(request) as { body: unknown }).body);

/** Whether the service has an entry, by its own books: null while that may still change. */
export function truthOf(row: Pick<Row, 'endpoint' | 'key' | 'request'>, service: SimService, network: SimNetwork) {
  if (service.effectsOf(row.endpoint, row.key, entryOf(row)).length > 0) return true;
  return network.mayArrive(row.endpoint, row.key) ? null : false;
}
