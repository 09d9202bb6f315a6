import { problem } from '../../shared/contract/problem.ts';
import { hasOnlyOwnLabel, type KeyKind } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import { why, type Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam, opaqueTextParam } from '../storage/database/queries.ts';
import { prepareNumberedInsert } from '../storage/database/sealed-write.ts';
import type { Capture } from './capture.ts';
import { keyNamespace, keyNamespaceOfRow, type DependencyTracker, type OrdersSentBefore } from './dependencies.ts';
import type { Wait } from './entry.ts';
import { historyWriter } from './history.ts';
import type { SearchIndex } from './search/search-index.ts';
import { isSameRequest, writeRequest } from './stored-request.ts';

export interface CapturedEntry {
  id: string;
  key: string;
  state: State;
  /** true: an entry with the same request already existed, so nothing was added */
  already: boolean;
}

export interface EnqueueOptions {
  id: string;
  operator: string;
  state: 'queued' | 'draft';
  /** the hold before the first attempt; null: none */
  wait: Wait | null;
  now: number;
  replaces?: string;
  /** imported from a file, not entered in the form */
  imported?: boolean;
  /** a person decided to send it although the service may have an order that was withdrawn under its key */
  decided?: boolean;
}

interface EntryWithKey {
  id: string;
  state: State;
  request: string;
  request_sha256: Buffer;
}

/** Adds a checked request to the outbox. Runs inside the caller's transaction. */
export function enqueueVerb(
  db: Sqlite,
  dependencies: DependencyTracker,
  search: SearchIndex,
  sentBefore: OrdersSentBefore,
) {
  const insert = prepareNumberedInsert(db, 'entry', 'seq', [
    'id',
    'endpoint',
    'key_kind',
    'key',
    'state',
    'request',
    'request_sha256',
    'operator',
    'recipient',
    'brings_label',
    'captured_at',
    'wait_set_at',
    'wait_for',
    'replaces',
  ]);
  const entriesWithKey = db.prepare<[KeyKind, string, number], EntryWithKey>(
    `SELECT id, state, request, request_sha256 FROM entry
     WHERE key_kind = ${opaqueTextParam()} AND key = ${opaqueTextParam()} AND state <> 'withdrawn'
       AND ${keyNamespaceOfRow} = ${opaqueIntParam()} ORDER BY seq`,
  );
  const setHolder = db.prepare<[number | null, number]>('UPDATE entry SET held_by = ? WHERE seq = ?');
  const writeStep = historyWriter(db);

  /**
   * Returns the existing entry if the identical request was captured before. Throws `key-in-use`, having written
   * nothing, if another request has the key, since the service would accept only one of them. A second order under one
   * PackageId is allowed only with IsCreateNewOrder. Throws `maybe-taken` likewise, see `ordersSentBefore`; a draft is
   * asked about when it is submitted.
   */
  return function enqueue(capture: Capture, options: EnqueueOptions): CapturedEntry {
    const { text, sha256 } = writeRequest(capture);
    const { kind, value } = capture.key;
    for (const existing of entriesWithKey.all(kind, value, keyNamespace(capture.endpoint))) {
      if (isSameRequest(existing, { request: text, request_sha256: sha256 }))
        return { id: existing.id, key: value, state: existing.state, already: true };
      if (!capture.isCreateNewOrder) throw keyInUse(kind, value, existing);
    }
    const { id, operator, state, wait, now, decided = false } = options;
    if (state === 'queued' && !decided) sentBefore.throwIfSentBefore(capture.endpoint, capture.key);
    const seq = insert([
      id,
      capture.endpoint,
      kind,
      value,
      state,
      text,
      sha256,
      operator,
      capture.recipient,
      Number(hasOnlyOwnLabel(capture.endpoint, capture.body)),
      now,
      wait?.setAt ?? null,
      wait?.forMs ?? null,
      options.replaces ?? null,
    ]);
    search.putRequest(seq, value, capture.body);
    const holder = state === 'queued' ? dependencies.addDependencies(seq, capture.dependencies) : null;
    if (holder !== null) setHolder.run(holder, seq);
    writeStep({
      entry: seq,
      at: now,
      who: operator,
      event: 'capture',
      from: null,
      to: state,
      why: captureReason(options),
    });
    return { id, key: value, state, already: false };
  };
}

function captureReason({ replaces, imported = false }: EnqueueOptions): Why {
  if (imported) return why('imported');
  return replaces === undefined ? why('captured') : why('captured-in-place');
}

function keyInUse(kind: KeyKind, value: string, existing: EntryWithKey) {
  return problem(
    'key-in-use',
    `${kind} ${value} belongs to another entry of this desk (${existing.state}) with other content. Change, mend or replace that entry, or use another ${kind}.`,
    { key: value, entryId: existing.id, state: existing.state },
  );
}
