import type { Sqlite } from '../database/open-sqlite.ts';

/** What a template of goods alone does not have. */
const ofPerson = /"[^"]*(?:Address|Contact|Recipient|Receiver|Phone|Email)[^"]*":/;
const atOnce = 200;

/** Forgets what nobody used since a moment: recipients, templates with one, forms half typed, answers of lookups, delivered parcels. */
export function memoryEraser(db: Sqlite) {
  const old = [
    `DELETE FROM remembered_address WHERE id IN (SELECT id FROM remembered_address WHERE used_at < ? LIMIT ${atOnce})`,
    `DELETE FROM lookup_answer WHERE id IN (SELECT id FROM lookup_answer WHERE at < ? LIMIT ${atOnce})`,
    `DELETE FROM watch WHERE seq IN (SELECT seq FROM watch WHERE delivered_at < ? LIMIT ${atOnce})`,
    `DELETE FROM memory WHERE name IN (SELECT name FROM memory WHERE name LIKE 'form/%' AND at < ? LIMIT ${atOnce})`,
  ].map((sql) => db.prepare<[number]>(sql));
  const templates = db.prepare<[number], { id: number; request: string }>(
    'SELECT id, request FROM template WHERE used_at < ?',
  );
  const forget = db.prepare<[number]>('DELETE FROM template WHERE id = ?');

  const some = db.transaction((before: number): number => {
    let gone = 0;
    for (const one of old) gone += one.run(before).changes;
    for (const { id, request } of templates.all(before)) if (ofPerson.test(request)) gone += forget.run(id).changes;
    return gone;
  });

  return {
    /** Forgets some; answers how many, 0 where nothing is left. */
    some,
  };
}
