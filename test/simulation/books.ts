import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Content } from './orders.ts';
import type { SendingFolder } from './sent.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';

/** An entry that a screen reported as saved, as the person last left it. */
export interface Saved {
  content: Content;
  body: string;
  submitted: boolean;
  withdrawn: boolean;
  /** the tracking number on its printed label */
  printed: string | null;
  /** the desk ended before it answered a request about it, so the request may or may not have been carried out */
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
  /** some attempt may have reached the service */
  reached: 0 | 1;
}

const columns = `id, seq, endpoint, key, state, asks, tries, maybe_taken, maybe_twice, to_cancel, replaced_by, accepted_at, label_list, request,
  reached_sha256 IS NOT NULL AS reached`;

/** Entries in the live folder of a PC, oldest first. */
export const rowsOf = (pc: SimPc, where: string, ...given: unknown[]): Row[] =>
  pc.rows<Row>(`SELECT ${columns} FROM entry WHERE ${where} ORDER BY seq`, ...given);

/** The last of them, oldest first, so that a long day's entries are not all read for a few. */
export const lastRowsOf = (pc: SimPc, most: number, where: string, ...given: unknown[]): Row[] =>
  pc.rows<Row>(`SELECT ${columns} FROM entry WHERE ${where} ORDER BY seq DESC LIMIT ${most}`, ...given).reverse();

/** Row numbers passed as one JSON parameter, so that the same statement is prepared once. */
export const these = '(SELECT value FROM json_each(?))';
export const listed = (seqs: readonly number[]): string => JSON.stringify([...new Set(seqs)]);

/** Entries with a key of any kind, in a form that uses the index. */
export const ofKey = `key_kind IN ('PackageId', 'ShipmentId', 'CustomerOrderNo', 'Sku') AND key = ?`;

/** What a story knows about the entries: what each PC reported as saved, and which entry owns which key. */
export class Books {
  /** by PC: a folder that was lost or replaced keeps what was saved in it */
  readonly #saved = new Map<SimPc, Map<string, Saved>>();
  /**
   * by folder and entry: generation in which the entry was last sent from this folder or the one it was restored from
   */
  readonly #tried = new Map<SendingFolder, Map<string, number>>();
  /** what the desk was asked to do, by entry, whether or not an answer came */
  readonly asked = new Map<string, 'practice' | 'draft' | 'submitted'>();
  /** entries captured in practice mode, even if copied to the live folder since */
  readonly practised = new Set<string>();
  readonly withdrawn = new Set<string>();
  /**
   * withdrawn in one folder but open in another one that was restored since and may send it: generation of the latter,
   * by entry
   */
  readonly openElsewhere = new Map<string, number>();
  /** entries that were reported as not saved, so that a person enters them again */
  readonly notSaved = new Set<string>();
  /** entries for which a person accepted the service's record although their content has changed since */
  readonly agreed = new Set<string>();
  /**
   * by entry: contents that have left any desk, or may have left one that was lost. With several, an answer does not
   * show which one it is about
   */
  readonly sent = new Map<string, Set<string>>();
  /** declarations, by entry and by the id of their row: PCs whose folder marked them as possible duplicates */
  readonly saidTwice = new Map<string, Set<SimPc>>();
  /** by entry: contents that may be sent; absent: any */
  readonly versions = new Map<string, Set<string>>();
  /** label orders (ids) in a restored folder, which cannot know whether their labels were printed since */
  readonly cameBack = new Set<string>();
  /** entries that a person sent without what they depend on */
  readonly dispose = new Set<string>();
  /** entries whose record a person cancelled at the service */
  readonly cancelled = new Set<string>();
  /** entries that were replaced by another one and are never sent again */
  readonly replaced = new Set<string>();
  /** entries that a person closed, whatever the service says */
  readonly closed = new Set<string>();
  readonly contents = new Map<string, Content>();
  /** by entry: when (ms) a person last acted on it */
  readonly touched = new Map<string, number>();

  ask(entry: string, mode: 'practice' | 'live', draft: boolean): void {
    if (mode === 'practice') this.practised.add(entry);
    this.asked.set(entry, mode === 'practice' ? 'practice' : draft ? 'draft' : 'submitted');
  }

  /**
   * A practice entry is copied here as a draft, although an earlier copy may have been changed, replaced or withdrawn.
   */
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

  /** Notes that a content of an entry has left a desk, or may have. */
  leftWith(entry: string, version: string): void {
    this.sent.set(entry, (this.sent.get(entry) ?? new Set()).add(version));
  }

  triedBy(folder: SendingFolder, entry: string): void {
    this.#tried.set(folder, (this.#tried.get(folder) ?? new Map<string, number>()).set(entry, folder.generation));
  }

  /** Generation of a PC's folder when it last sent an entry; it does not know what later generations sent. */
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

  /** Copies what one PC knows to its successor. */
  carry(from: SimPc, to: SimPc): void {
    this.#saved.set(to, new Map([...this.savedAt(from)].map(([id, saved]) => [id, { ...saved }])));
    this.#tried.set(to, new Map(this.#tried.get(from)));
  }
}

const token = /e(\w+)v\d+e/;
/** The entry whose content a row has. */
export const entryOf = ({ request }: Pick<Row, 'request'>): string => token.exec(request)?.[1] ?? '';
export const versionOf = ({ request }: Pick<Row, 'request'>): string => token.exec(request)?.[0] ?? '';

/** The body of a row's request, as text. */
export const bodyOf = ({ request }: Pick<Row, 'request'>): string =>
  JSON.stringify((JSON.parse(request) as { body: unknown }).body);

/** Whether the service has an entry according to its own records; null while that may still change. */
export function truthOf(row: Pick<Row, 'endpoint' | 'key' | 'request'>, service: SimService, network: SimNetwork) {
  if (service.effectsOf(row.endpoint, row.key, entryOf(row)).length > 0) return true;
  return network.mayArrive(row.endpoint, row.key) ? null : false;
}
