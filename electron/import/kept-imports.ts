import { createHash } from 'node:crypto';
import { importInputs, type ImportMapping, type ImportOpened } from '../../shared/import/import-steps.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { badFile } from './bad-file.ts';
import type { ImportThread } from './import-asks.ts';
import { importKind, type ImportKind } from './import-kinds.ts';
import { mapKnown, withHeadings } from './known-headings.ts';
import { mapColumns, mustLeave, offeredFields, targetsByPath } from './mapping.ts';
import { oneImport, type OneImport, type StepsHost } from './one-import.ts';
import type { SheetHead, SheetOrder } from './open-sheet.ts';

export interface KeptHost extends StepsHost {
  startImport(): ImportThread;
  /** from the desk's settings */
  units(): UnitSettings;
  /** runs `run` once after `ms`; the returned function cancels it */
  timer: { after(ms: number, run: () => void): () => void };
  newId(): string;
  recall(name: string): unknown;
  remember(name: string, value: unknown): void;
}

/** An abandoned import is closed after this time (ms). */
const importLifeMs = 24 * 3600 * 1000;
/** Each may use as much memory as its thread is allowed; the oldest is closed for a new one. */
const maxKept = 3;

interface Kept {
  name: string;
  kind: ImportKind;
  columns: string[];
  work: OneImport;
  endLife: () => void;
}

type Order = Omit<SheetOrder, 'units' | 'file' | 'asNamed'> & {
  base64: string;
  /** made by the caller, to cancel the reading */
  openingId?: string | undefined;
};

/**
 * Imports open on screens, each until it is closed or a day old. They are lost when the desk ends; queued entries are
 * not.
 */
export function keptImports(host: KeptHost) {
  const kept = new Map<string, Kept>();
  /** threads still reading their file, by opening id */
  const opening = new Map<string, ImportThread>();
  /** files are read one after the other, which bounds the total memory */
  let before: Promise<unknown> = Promise.resolve();

  async function readIn(thread: ImportThread, sheet: SheetOrder, openingId: string): Promise<SheetHead> {
    opening.set(openingId, thread);
    const reading = before.then(() => thread.ask('open', sheet));
    before = reading.catch(() => undefined);
    try {
      return await reading;
    } catch (error) {
      await thread.close();
      throw error;
    } finally {
      opening.delete(openingId);
    }
  }

  async function close(importId: string): Promise<void> {
    const found = kept.get(importId);
    kept.delete(importId);
    found?.endLife();
    await found?.work.close();
  }

  const memoryOf = (kind: ImportKind, columns: readonly string[]): string =>
    `import/${kind}/${createHash('sha256').update(JSON.stringify(columns)).digest('hex')}`;

  /** The mapping of the last import with these columns, without parts that are no longer valid. */
  function rememberedMapping(kind: ImportKind, columns: readonly string[]): ImportMapping | null {
    const read = importInputs.mapping.safeParse(host.recall(memoryOf(kind, columns)));
    if (!read.success || read.data.length !== columns.length) return null;
    const { endpoint } = importKind(kind);
    try {
      mapColumns(columns, read.data, endpoint, host.units());
      // the units in the settings may have changed since
      const leaves = mustLeave(columns, endpoint, host.units(), []);
      return read.data.map((path, at) => (path !== null && leaves(at, path) ? null : path));
    } catch {
      return null;
    }
  }

  const headingsOf = (kind: ImportKind): string => `import-headings/${kind}`;

  /** The guess, overridden by what each heading was mapped to before, if that field exists. */
  function mappingByHeadings(kind: ImportKind, columns: readonly string[], guessed: ImportMapping): ImportMapping {
    const { endpoint } = importKind(kind);
    const target = targetsByPath(endpoint);
    const leaves = mustLeave(columns, endpoint, host.units(), guessed);
    return mapKnown(host.recall(headingsOf(kind)), columns, guessed, (path) => target(path) !== null, leaves);
  }

  return {
    /** Throws ProblemError `bad-file`. */
    async open({ openingId, name, kind: wanted, base64, ...as }: Order): Promise<ImportOpened> {
      const thread = host.startImport();
      const importId = host.newId();
      const sheet = { name, kind: wanted, ...as, file: { base64 }, units: host.units() };
      const { kind, named: _named, ...head } = await readIn(thread, sheet, openingId ?? importId);
      const columns = head.columns.map((column) => column.name);
      const endLife = host.timer.after(importLifeMs, () => void close(importId));
      kept.set(importId, { name, kind, columns, endLife, work: oneImport(importId, thread, host) });
      for (const old of [...kept.keys()].slice(0, -maxKept)) await close(old);
      const { endpoint } = importKind(kind);
      const known = rememberedMapping(kind, columns);
      const mapping = known ?? mappingByHeadings(kind, columns, head.mapping);
      const fields = offeredFields(endpoint, mapping);
      const guessed = wanted === undefined;
      return { importId, name, as: kind, guessed, ...head, fields, mapping, remembered: known !== null };
    },
    /** Throws ProblemError `bad-file` (reason `closed`) if there is no such import any more. */
    find(importId: string): OneImport & { name: string } {
      const found = kept.get(importId);
      if (!found) throw badFile('closed', 'The desk no longer has this file. Choose it again; no row is queued twice.');
      return { ...found.work, name: found.name };
    },
    rememberMapping(importId: string, mapping: ImportMapping): void {
      const found = kept.get(importId);
      if (!found) return;
      const { kind, columns } = found;
      host.remember(
        memoryOf(kind, columns),
        columns.map((_, at) => mapping[at] ?? null),
      );
      host.remember(headingsOf(kind), withHeadings(host.recall(headingsOf(kind)), columns, mapping));
    },
    close,
    /** Stops the current work of an import, or the reading of its file. Throws as `find`. */
    async cancel(id: string): Promise<void> {
      const reading = opening.get(id);
      if (reading) await reading.close();
      else this.find(id).cancel();
    },
    async closeAll(): Promise<void> {
      await Promise.all([...opening.values()].map((thread) => thread.close()));
      await Promise.all([...kept.keys()].map(close));
    },
  };
}
