import { createHash } from 'node:crypto';
import { importInputs, type ImportMapping, type ImportOpened } from '../../shared/import/import-steps.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { badFile } from './bad-file.ts';
import type { ImportThread } from './import-asks.ts';
import { importKind, type ImportKind } from './import-kinds.ts';
import { applyRemembered, rememberHeadings } from './known-headings.ts';
import { mapColumns, droppedMappings, mappableFields, targetsByPath } from './mapping.ts';
import { importSession, type ImportSession, type ImportSessionHost } from './one-import.ts';
import type { SheetHead, SheetInput } from './open-sheet.ts';

export interface OpenImportsHost extends ImportSessionHost {
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
const maxOpen = 3;

interface OpenImport {
  name: string;
  kind: ImportKind;
  columns: string[];
  work: ImportSession;
  cancelExpiry: () => void;
}

type OpenInput = Omit<SheetInput, 'units' | 'file' | 'usesColumnNames'> & {
  base64: string;
  /** made by the caller, to cancel the reading */
  openingId?: string | undefined;
};

/**
 * Imports open on screens, each until it is closed or a day old. They are lost when the desk ends; queued entries are
 * not.
 */
export function openImports(host: OpenImportsHost) {
  const imports = new Map<string, OpenImport>();
  /** threads still reading their file, by opening id */
  const readingThreads = new Map<string, ImportThread>();
  /** files are read one after the other, which bounds the total memory */
  let lastRead: Promise<unknown> = Promise.resolve();

  async function readInTurn(thread: ImportThread, sheet: SheetInput, openingId: string): Promise<SheetHead> {
    readingThreads.set(openingId, thread);
    const reading = lastRead.then(() => thread.ask('open', sheet));
    lastRead = reading.catch(() => undefined);
    try {
      return await reading;
    } catch (error) {
      await thread.close();
      throw error;
    } finally {
      readingThreads.delete(openingId);
    }
  }

  async function close(importId: string): Promise<void> {
    const found = imports.get(importId);
    imports.delete(importId);
    found?.cancelExpiry();
    await found?.work.close();
  }

  const mappingMemoryName = (kind: ImportKind, columns: readonly string[]): string =>
    `import/${kind}/${createHash('sha256').update(JSON.stringify(columns)).digest('hex')}`;

  /** The mapping of the last import with these columns, without parts that are no longer valid. */
  function rememberedMapping(kind: ImportKind, columns: readonly string[]): ImportMapping | null {
    const read = importInputs.mapping.safeParse(host.recall(mappingMemoryName(kind, columns)));
    if (!read.success || read.data.length !== columns.length) return null;
    const { endpoint } = importKind(kind);
    try {
      mapColumns(columns, read.data, endpoint, host.units());
      // the units in the settings may have changed since
      const leaves = droppedMappings(columns, endpoint, host.units(), []);
      return read.data.map((path, at) => (path !== null && leaves(at, path) ? null : path));
    } catch {
      return null;
    }
  }

  const headingsMemoryName = (kind: ImportKind): string => `import-headings/${kind}`;

  /** The guess, overridden by what each heading was mapped to before, if that field exists. */
  function mappingByHeadings(kind: ImportKind, columns: readonly string[], guessed: ImportMapping): ImportMapping {
    const { endpoint } = importKind(kind);
    const target = targetsByPath(endpoint);
    const leaves = droppedMappings(columns, endpoint, host.units(), guessed);
    return applyRemembered(
      host.recall(headingsMemoryName(kind)),
      columns,
      guessed,
      (path) => target(path) !== null,
      leaves,
    );
  }

  return {
    /** Throws ProblemError `bad-file`. */
    async open({ openingId, name, kind: wanted, base64, ...as }: OpenInput): Promise<ImportOpened> {
      const thread = host.startImport();
      const importId = host.newId();
      const sheet = { name, kind: wanted, ...as, file: { base64 }, units: host.units() };
      const { kind, namedColumns: _named, ...head } = await readInTurn(thread, sheet, openingId ?? importId);
      const columns = head.columns.map((column) => column.name);
      const cancelExpiry = host.timer.after(importLifeMs, () => void close(importId));
      imports.set(importId, { name, kind, columns, cancelExpiry, work: importSession(importId, thread, host) });
      for (const old of [...imports.keys()].slice(0, -maxOpen)) await close(old);
      const { endpoint } = importKind(kind);
      const known = rememberedMapping(kind, columns);
      const mapping = known ?? mappingByHeadings(kind, columns, head.mapping);
      const fields = mappableFields(endpoint, mapping);
      const guessed = wanted === undefined;
      return { importId, name, as: kind, guessed, ...head, fields, mapping, remembered: known !== null };
    },
    /** Throws ProblemError `bad-file` (reason `closed`) if there is no such import any more. */
    find(importId: string): ImportSession & { name: string } {
      const found = imports.get(importId);
      if (!found) throw badFile('closed', 'The desk no longer has this file. Choose it again; no row is queued twice.');
      return { ...found.work, name: found.name };
    },
    rememberMapping(importId: string, mapping: ImportMapping): void {
      const found = imports.get(importId);
      if (!found) return;
      const { kind, columns } = found;
      host.remember(
        mappingMemoryName(kind, columns),
        columns.map((_, at) => mapping[at] ?? null),
      );
      host.remember(
        headingsMemoryName(kind),
        rememberHeadings(host.recall(headingsMemoryName(kind)), columns, mapping),
      );
    },
    close,
    /** Stops the current work of an import, or the reading of its file. Throws as `find`. */
    async cancel(id: string): Promise<void> {
      const reading = readingThreads.get(id);
      if (reading) await reading.close();
      else this.find(id).cancel();
    },
    async closeAll(): Promise<void> {
      await Promise.all([...readingThreads.values()].map((thread) => thread.close()));
      await Promise.all([...imports.keys()].map(close));
    },
  };
}
