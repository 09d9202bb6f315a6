import { opaqueIntParam, opaqueTextParam } from '../database/given.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { KeyKind } from '../../shared/creates/create-kinds.ts';
import { keyNamespace, keyNamespaceOfRow } from './key-namespace.ts';

interface Key {
  kind: KeyKind;
  value: string;
}

/**
 * Orders that were withdrawn while the service may have them. Entering such an order again sends it again, which only a
 * person decides. A person's note that it was cancelled at the service proves nothing, so it does not free the key; an
 * order that was never sent, or that the service refused, is free.
 */
export function ordersSentBefore(db: Sqlite) {
  const withdrawn = db.prepare<[KeyKind, string, number], { id: string }>(
    `SELECT id FROM entry
     WHERE key_kind = ${opaqueTextParam()} AND key = ${opaqueTextParam()} AND state = 'withdrawn'
       AND (to_cancel = 1 OR maybe_taken = 1 OR accepted_at IS NOT NULL)
       AND ${keyNamespaceOfRow} = ${opaqueIntParam()} ORDER BY seq DESC LIMIT 1`,
  );
  /** Id of the newest one under this key; null: none. */
  const find = (endpoint: number, { kind, value }: Key): string | null =>
    withdrawn.get(kind, value, keyNamespace(endpoint))?.id ?? null;
  return {
    find,
    /** Throws `maybe-taken` if there is one. */
    refuse(endpoint: number, key: Key): void {
      const entryId = find(endpoint, key);
      if (entryId === null) return;
      throw problem(
        'maybe-taken',
        `An order with ${key.kind} ${key.value} was withdrawn, and the service may have it. Look whether it does, then decide that it may be sent again.`,
        { key: key.value, reason: 'withdrawn', entryId },
      );
    },
  };
}
export type OrdersSentBefore = ReturnType<typeof ordersSentBefore>;
