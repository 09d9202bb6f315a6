import type { CountSnapshot } from './parcel-count.ts';
import { z } from 'zod';

const spent = z.object({ keystrokes: z.int().min(0), ms: z.number().min(0) });
const sample = z.object({
  endpoint: z.int(),
  keystrokes: z.int(),
  ms: z.int(),
  scans: z.int(),
  fields: z.array(z.object({ field: z.string(), keystrokes: z.int(), ms: z.int() })),
});
/** Samples sent in one command; a retry uses the same id. */
const batch = z.object({ commandId: z.string(), operator: z.string(), samples: z.array(sample) });
const kept = z.object({
  /** Counts of half-typed forms, by kind. */
  half: z.record(z.string(), z.object({ scans: z.int(), fields: z.array(z.tuple([z.string(), spent])) })),
  batches: z.array(batch),
});
export type MeterBatch = z.infer<typeof batch>;
type Kept = z.infer<typeof kept>;

/** Where the counts are saved. */
export interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

/** Maximum number of samples per command. */
const maxInBatch = 50;
/** If the desk is unreachable, the oldest batches are dropped rather than filling the page's store. */
const maxBatches = 40;

/** Counts the desk does not have yet, saved over a reload. Unreadable data is dropped: it is only a meter. */
export class MeterStore {
  readonly #store: TextStore;
  readonly #folder: () => string;

  /** `folder`: the current data folder; counts made in another one wait until that is open again. */
  constructor(store: TextStore, folder: () => string) {
    this.#store = store;
    this.#folder = folder;
  }

  loadUnfinished(kind: string): CountSnapshot | null {
    return this.#read().half[kind] ?? null;
  }

  saveUnfinished(kind: string, count: CountSnapshot | null): void {
    const all = this.#read();
    const half = new Map(Object.entries(all.half));
    if (count === null) half.delete(kind);
    else half.set(kind, count);
    this.#write({ ...all, half: Object.fromEntries(half) });
  }

  /** Adds a sample to the open batch; `made` is the id of a new one. */
  add(sample: MeterBatch['samples'][number], operator: string, sending: string | null, made: string): void {
    const all = this.#read();
    const last = all.batches.at(-1);
    const open = last && last.operator === operator && last.commandId !== sending && last.samples.length < maxInBatch;
    if (open) last.samples.push(sample);
    else all.batches.push({ commandId: made, operator, samples: [sample] });
    this.#write({ ...all, batches: all.batches.slice(-maxBatches) });
  }

  next(): MeterBatch | undefined {
    return this.#read().batches[0];
  }

  /** Called when the desk has stored the batch. */
  sent(commandId: string): void {
    const all = this.#read();
    this.#write({ ...all, batches: all.batches.filter((one) => one.commandId !== commandId) });
  }

  get #place(): string {
    return `meter of ${this.#folder()}`;
  }

  #read(): Kept {
    try {
      return kept.parse(JSON.parse(this.#store.getItem(this.#place) ?? 'null'));
    } catch {
      return { half: {}, batches: [] };
    }
  }

  #write(all: Kept): void {
    this.#store.setItem(this.#place, JSON.stringify(all));
  }
}
