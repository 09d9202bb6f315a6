import { dayProcedures } from './day-procedures.ts';
import { deskProcedures } from './desk-procedures.ts';
import { drillProcedures } from './drill-procedures.ts';
import { entryProcedures } from './entry-procedures.ts';
import { exportProcedures } from './export-procedures.ts';
import { handoverProcedures } from './handover-procedures.ts';
import { importProcedures } from './import-procedures.ts';
import { paperProcedures, labelProcedures } from './label-procedures.ts';
import { lookupProcedures } from './lookup-procedures.ts';
import { memoryProcedures } from './memory-procedures.ts';
import { printProcedures } from './print-procedures.ts';
import { printerProcedures } from './printer-procedures.ts';
import { rightsProcedures } from './rights-procedures.ts';
import { searchProcedures } from './search-procedures.ts';
import { supportProcedures } from './support-procedures.ts';
import { syncProcedures } from './sync-procedures.ts';
import type { CallRules } from './procedure.ts';
import type { z } from 'zod';

/**
 * Everything a screen or the command line can call, as one typed table. A row gives the schema of the input (checked
 * before the handler runs), the type of the answer, the worker that answers (`desk` owns the writing connection, `reader`
 * only reads), and its rules. All values are plain JSON.
 */
export const deskContract = {
  ...entryProcedures,
  ...exportProcedures,
  ...importProcedures,
  ...labelProcedures,
  ...printProcedures,
  ...printerProcedures,
  ...syncProcedures,
  ...deskProcedures,
  ...lookupProcedures,
  ...memoryProcedures,
  ...searchProcedures,
  ...supportProcedures,
  ...dayProcedures,
  ...drillProcedures,
  ...handoverProcedures,
  ...paperProcedures,
  ...rightsProcedures,
} as const;

export type DeskContract = typeof deskContract;
export type ProcedureName = keyof DeskContract;
export type Input<N extends ProcedureName> = z.input<DeskContract[N]['input']>;
export type ParsedInput<N extends ProcedureName> = z.output<DeskContract[N]['input']>;
export type Output<N extends ProcedureName> = DeskContract[N]['output'];

/** The procedures of which a rule has this value. */
export type ProcedureWith<K extends keyof CallRules, V extends (CallRules[K] & string) | true> = {
  [N in ProcedureName]: DeskContract[N]['rules'] extends Record<K, V> ? N : never;
}[ProcedureName];

/** The rules of a procedure by its untrusted name; no rules if there is no such procedure. */
export const rulesOf = (name: string): CallRules =>
  Object.hasOwn(deskContract, name) ? deskContract[name as ProcedureName].rules : {};
