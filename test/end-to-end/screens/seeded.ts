import { openDesk } from '../../../electron/storage/database/open-desk.ts';
import { labelOrder } from '../label-order.ts';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Fills the practice folder of a root with `count` completed orders, as after years of work. */
export function seedDone(root: string, count: number): void {
  const folder = join(root, 'practice');
  mkdirSync(folder, { recursive: true });
  const db = openDesk(folder);
  db.pragma('synchronous = OFF');
  const insert = db.prepare(
    `INSERT INTO entry (seq, id, endpoint, key_kind, key, state, request, request_sha256, operator, recipient, captured_at,
       accepted_at, settled_at, tries, tracking_number, tracking_final)
     VALUES (?, ?, 2, 'PackageId', ?, 'done', ?, ?, 'Mia', 'Zoë Åkesson, SE', ?, ?, ?, 1, ?, 1)`,
  );
  const begun = Date.now() - count * 60_000;
  db.transaction(() => {
    for (let seq = 1; seq <= count; seq++) {
      const key = `PKG-${String(seq).padStart(6, '0')}`;
      const request = JSON.stringify({ query: {}, body: labelOrder(key).body });
      const hash = createHash('sha256').update(request).digest();
      const at = begun + seq * 60_000;
      insert.run(seq, `entry-${String(seq)}`, key, request, hash, at, at + 1000, at + 2000, `LX${String(seq)}CN`);
    }
  })();
  db.close();
}
