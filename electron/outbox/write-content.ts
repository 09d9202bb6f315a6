import { problem } from '../../shared/contract/problem.ts';
import { hasOnlyOwnLabel } from '../../shared/creates/create-kinds.ts';
import type { Capture } from './capture.ts';
import type { EntryRecord } from './entry-record.ts';
import { keyNamespace, keyNamespaceOfRow } from './key-namespace.ts';
import type { OutboxContext } from './outbox-context.ts';
import { writeRequest } from './stored-request.ts';

/**
 * Gives an entry new content and returns whether it is the same as before. Its dependencies are deleted, for the caller
 * to add again. Throws `invalid` for content of another kind, `key-in-use` if another entry has the key. Runs inside
 * the caller's transaction.
 */
export function contentWriter({ db, search }: OutboxContext) {
  const write = db.prepare<[string, string, string, Buffer, string, number, number]>(
    // A person who sets the content again has checked it, so a seal broken by damage is renewed.
    'UPDATE entry SET key_kind = ?, key = ?, request = ?, request_sha256 = ?, recipient = ?, brings_label = ?, seal = NULL WHERE seq = ?',
  );
  const hashOf = db.prepare<[number], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE seq = ?');
  const keyTaken = db.prepare<[string, string, number, number], { id: string }>(
    `SELECT id FROM entry WHERE key_kind = ? AND key = ? AND seq <> ? AND state <> 'withdrawn'
       AND ${keyNamespaceOfRow} = ? LIMIT 1`,
  );
  const forgetNeeds = db.prepare<[number]>('DELETE FROM need WHERE entry = ?');

  return function rewrite(record: EntryRecord, capture: Capture): { same: boolean } {
    if (capture.endpoint !== record.endpoint) {
      throw problem('invalid', 'An entry keeps its kind. Withdraw it and enter another one.');
    }
    const { kind, value } = capture.key;
    if (value !== record.key && !capture.isCreateNewOrder) {
      const other = keyTaken.get(kind, value, record.seq, keyNamespace(record.endpoint));
      if (other !== undefined) {
        throw problem('key-in-use', `${kind} ${value} belongs to another entry of this desk. Use another one.`, {
          key: value,
          entryId: other.id,
        });
      }
    }
    const { text, sha256 } = writeRequest(capture);
    const same = hashOf.get(record.seq)?.request_sha256.equals(sha256) ?? false;
    const brings = Number(hasOnlyOwnLabel(capture.endpoint, capture.body));
    write.run(kind, value, text, sha256, capture.recipient, brings, record.seq);
    search.putRequest(record.seq, value, capture.body);
    forgetNeeds.run(record.seq);
    return { same };
  };
}
