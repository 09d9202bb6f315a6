import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { label, openLostDesk, startCountedService } from '../backup/lost-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { readdirSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';

export const dayMs = 86_400_000;
export const many = 70;
export const person = {
  ShipToAddress: { Contact: 'Xiomara Quiñones', Country: 'ES', Phone: '600123987', Street1: 'Callejón Ñuflo 7' },
};
export const other = { ShipToAddress: { Contact: 'Zebulon Okonkwo', Country: 'ES', Phone: '600999111' } };
/** Texts that identify the person, also folded as the search stores them. */
export const traces = [
  'Xiomara',
  'xiomara',
  'Quiñones',
  'quinones',
  '600123987',
  'Ñuflo',
  'nuflo',
  'rang Xio',
  '60012398',
  '00123987',
];

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
export const found = (folder: string, texts: readonly string[]): string[] =>
  filesIn(folder).flatMap((path) => {
    const bytes = readFileSync(path);
    return texts.filter((text) => bytes.includes(text)).map((text) => `${basename(path)}: ${text}`);
  });

/** Learns the remaining recipients of a closed folder, which a desk does a moment after saving. */
function learnAll(folder: string): void {
  const db = openDesk(folder);
  const entries = learnEntries(db);
  while (entries.processBatch()) continue;
  db.close();
}

/** Makes everything in a closed folder this many days older. */
export function age(folder: string, second: string, days: number): void {
  const db = openDesk(folder);
  const ms = days * dayMs;
  db.prepare('UPDATE entry SET settled_at = settled_at - ? WHERE settled_at IS NOT NULL').run(ms);
  for (const [table, column] of [
    ['remembered_address', 'used_at'],
    ['template', 'used_at'],
    ['memory', 'at'],
  ])
    db.prepare(`UPDATE ${table} SET ${column} = ${column} - ?`).run(ms);
  db.close();
  const then = new Date(Date.now() - ms);
  for (const path of [...filesIn(join(folder, 'journal')), ...filesIn(second)].filter((name) =>
    name.endsWith('.jsonl'),
  )) {
    const older = join(dirname(path), `${then.toISOString().slice(0, 10)}.jsonl`);
    renameSync(path, older);
    utimesSync(older, then, then);
  }
}

/** One order done and many withdrawn for the same person, all of it long ago, in both journals and in a backup. */
export async function longAgo() {
  const service = await startCountedService();
  const one = await openLostDesk();
  const [backupFolder, journalCopy] = [temporaryFolder(), temporaryFolder()];
  await one.desk.ask('settings.set', { values: { backupFolder, journalCopy } });
  await one.add(label('DONE', person));
  await one.deliver(service.url);
  // More than the search index takes at once.
  const names = ['WITHDRAWN', ...Array.from({ length: many }, (_, at) => `MANY-${at}`)];
  const ids = await Promise.all(names.map((name) => one.add(label(name, person), true)));
  await one.desk.ask('entry.withdraw', { ...one.command(), ids, why: 'rang Xio: not wanted' });
  // Removed values remain in free space.
  const long = { texts: [['Contact', 'Xiomara '.repeat(4000)]] };
  for (const value of [long, null]) await one.desk.ask('desk.remember', { name: 'form/box-order', value });
  await one.desk.ask('templates.save', {
    ...one.command(),
    name: 'usual',
    request: { endpoint: 2, query: {}, body: label('T', person).body },
  });
  await one.desk.ask('desk.remember', { name: 'form/label-order', value: { texts: [['Contact', 'Xiomara']] } });
  await one.desk.ask('desk.remember', { name: 'choices', value: { language: 'en' } });
  const { path } = await one.desk.ask('backup.now', {});
  await one.close();
  learnAll(one.folder);
  const second = (): string =>
    filesIn(journalCopy)
      .map((name) => readFileSync(name, 'utf8'))
      .join('');
  expect(second()).toContain('WITHDRAWN');
  age(one.folder, journalCopy, 40);
  const older = join(dirname(path), 'parcel-desk-20250101T080000Z.db');
  renameSync(path, older);
  return { folder: one.folder, backupFolder, journalCopy, older };
}
