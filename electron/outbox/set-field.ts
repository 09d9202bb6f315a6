import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { RequestSettings } from '../../shared/service/fill-from-settings.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { readCapture, type Capture } from './capture.ts';
import type { CapturedEntry } from './enqueue.ts';
import type { Outbox } from './open-outbox.ts';
import { readRequest } from './stored-request.ts';

type Step = string | number;

/**
 * Copies a JSON value with the value at one path set; undefined removes it. Missing objects on the path are created; a
 * list grows only by its next entry. Throws ProblemError `invalid` if the path crosses any other value.
 */
export function setAtPath(value: unknown, way: readonly Step[], leaf: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined || (value === undefined && leaf === undefined)) return leaf;
  return typeof step === 'number' ? inList(value, step, rest, leaf) : inObject(value, step, rest, leaf);
}

function inList(value: unknown, index: number, rest: readonly Step[], leaf: unknown): unknown[] {
  const list: unknown = value === undefined ? [] : value;
  if (!Array.isArray(list) || index > list.length) throw noPlace(`entry ${index + 1} of the list`);
  const after = setAtPath(list[index], rest, leaf);
  return list.toSpliced(index, 1, ...(after === undefined ? [] : [after]));
}

function inObject(value: unknown, name: string, rest: readonly Step[], leaf: unknown): object {
  const object: unknown = value === undefined ? {} : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw noPlace(name);
  // Own properties only, set by defineProperty: `__proto__` is an ordinary name here, which the contract then refuses.
  const before: unknown = Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
  const after = setAtPath(before, rest, leaf);
  const copy = { ...object };
  if (after === undefined) Reflect.deleteProperty(copy, name);
  else Object.defineProperty(copy, name, { value: after, enumerable: true, configurable: true, writable: true });
  return copy;
}

const noPlace = (what: string) => problem('invalid', `This entry has no place for ${what}.`);

export interface FieldSet {
  changed: string[];
  problems: { id: string; key: string; problem: Problem }[];
}

/**
 * An entry with its new content, checked before the transaction begins, and the hash of the content it was made from.
 */
interface Prepared {
  id: string;
  key: string;
  from: Buffer;
  capture: Capture;
}

interface Row {
  id: string;
  key: string;
  endpoint: number;
  state: State;
  request: string;
  request_sha256: Buffer;
}

/**
 * Sets one field of many entries: corrects refused ones, changes drafts and queued ones. Checks, the slow part, run
 * entry by entry before, so that the transaction is short.
 */
export function setFieldVerb(db: Sqlite, outbox: Outbox) {
  const load = db.prepare<[string], Row>(
    'SELECT id, key, endpoint, state, request, request_sha256 FROM entry WHERE id = ?',
  );

  function find(id: string): Row {
    const row = load.get(id);
    if (row === undefined) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    return row;
  }

  return {
    /** Throws nothing: an entry that cannot be set gets a problem. `value` undefined removes the field. */
    prepare(id: string, way: readonly (string | number)[], value: unknown, settings: RequestSettings) {
      let key = '';
      try {
        const row = find(id);
        key = row.key;
        const stored = readRequest(row.request, row.request_sha256);
        if (stored === null) throw problem('damaged', 'What was captured is damaged on this disk.', { id });
        const request = { endpoint: row.endpoint, query: stored.query, body: setAtPath(stored.body, way, value) };
        const read = readCapture(request, settings);
        if (!read.ok) throw new ProblemError(read.problem);
        return { id, key, from: row.request_sha256, capture: read.value };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return { id, key, problem: error.problem };
      }
    },
    /**
     * One command, one transaction. `saved` is called for each entry changed now, for none if the command was known.
     */
    apply(
      commandId: string,
      prepared: readonly (Prepared | { id: string; key: string; problem: Problem })[],
      operator: string,
      saved: (captured: CapturedEntry) => void,
    ): FieldSet {
      return outbox.once(commandId, 'set-field', () => {
        const answer: FieldSet = { changed: [], problems: [] };
        for (const one of prepared) {
          if ('problem' in one) {
            answer.problems.push(one);
            continue;
          }
          const captured = outbox.each(() => rewrite(one, operator));
          if (captured instanceof ProblemError) {
            answer.problems.push({ id: one.id, key: one.key, problem: captured.problem });
          } else if (captured instanceof Error) throw captured;
          else {
            answer.changed.push(one.id);
            saved(captured);
          }
        }
        return answer;
      });
    },
  };

  function rewrite({ id, from, capture }: Prepared, operator: string): CapturedEntry {
    const row = find(id);
    if (!row.request_sha256.equals(from))
      throw problem('wrong-state', 'This entry was changed by someone else meanwhile. Look at it again.', { id });
    if (row.state === 'refused') return outbox.rewrite.mend(id, capture, operator, false);
    return outbox.rewrite.change(id, capture, operator);
  }
}
