import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { RequestSettings } from '../../shared/service/fill-from-settings.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { readCapture, type Capture } from './capture.ts';
import type { CapturedEntry } from './enqueue.ts';
import type { Outbox } from './open-outbox.ts';
import { readRequest } from './stored-request.ts';

type PathStep = string | number;

/**
 * Copies a JSON value with the value at one path set; undefined removes it. Missing objects on the path are created; a
 * list grows only by its next entry. Throws ProblemError `invalid` if the path crosses any other value.
 */
export function setAtPath(value: unknown, path: readonly PathStep[], leaf: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || (value === undefined && leaf === undefined)) return leaf;
  return typeof step === 'number' ? setInList(value, step, rest, leaf) : setInObject(value, step, rest, leaf);
}

function setInList(value: unknown, index: number, rest: readonly PathStep[], leaf: unknown): unknown[] {
  const list: unknown = value === undefined ? [] : value;
  if (!Array.isArray(list) || index > list.length) throw noPlaceProblem(`entry ${index + 1} of the list`);
  const changed = setAtPath(list[index], rest, leaf);
  return list.toSpliced(index, 1, ...(changed === undefined ? [] : [changed]));
}

function setInObject(value: unknown, name: string, rest: readonly PathStep[], leaf: unknown): object {
  const object: unknown = value === undefined ? {} : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw noPlaceProblem(name);
  // Own properties only, set by defineProperty: `__proto__` is an ordinary name here, which the contract then refuses.
  const current: unknown = Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
  const changed = setAtPath(current, rest, leaf);
  const copy = { ...object };
  if (changed === undefined) Reflect.deleteProperty(copy, name);
  else Object.defineProperty(copy, name, { value: changed, enumerable: true, configurable: true, writable: true });
  return copy;
}

const noPlaceProblem = (what: string) => problem('invalid', `This entry has no place for ${what}.`);

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
  fromHash: Buffer;
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
    /** Throws no ProblemError: an entry that cannot be changed gets a problem. `value` undefined removes the field. */
    prepare(id: string, path: readonly (string | number)[], value: unknown, settings: RequestSettings) {
      let key = '';
      try {
        const row = find(id);
        key = row.key;
        const stored = readRequest(row.request, row.request_sha256);
        if (stored === null) throw problem('damaged', 'What was captured is damaged on this disk.', { id });
        const request = { endpoint: row.endpoint, query: stored.query, body: setAtPath(stored.body, path, value) };
        const checked = readCapture(request, settings);
        if (!checked.ok) throw new ProblemError(checked.problem);
        return { id, key, fromHash: row.request_sha256, capture: checked.value };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return { id, key, problem: error.problem };
      }
    },
    /**
     * One command in one transaction. `onSaved` is called for each changed entry, and for none if the command is
     * repeated.
     */
    apply(
      commandId: string,
      prepared: readonly (Prepared | { id: string; key: string; problem: Problem })[],
      operator: string,
      onSaved: (captured: CapturedEntry) => void,
    ): FieldSet {
      return outbox.once(commandId, 'set-field', () => {
        const result: FieldSet = { changed: [], problems: [] };
        for (const item of prepared) {
          if ('problem' in item) {
            result.problems.push(item);
            continue;
          }
          const outcome = outbox.inOwnTransaction(() => changeContent(item, operator));
          if (outcome instanceof ProblemError) {
            result.problems.push({ id: item.id, key: item.key, problem: outcome.problem });
          } else if (outcome instanceof Error) throw outcome;
          else {
            result.changed.push(item.id);
            onSaved(outcome);
          }
        }
        return result;
      });
    },
  };

  function changeContent({ id, fromHash, capture }: Prepared, operator: string): CapturedEntry {
    const row = find(id);
    if (!row.request_sha256.equals(fromHash))
      throw problem('wrong-state', 'This entry was changed by someone else meanwhile. Look at it again.', { id });
    if (row.state === 'refused') return outbox.rewrite.mend(id, capture, operator, false);
    return outbox.rewrite.change(id, capture, operator);
  }
}
