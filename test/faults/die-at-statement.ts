import { appendFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Loaded before a program, in each of its threads: counts the statements that SQLite is given from the first that fits on, in that
 * thread, and kills the program where it stands before the one whose number is told. With no number each is only written down.
 */
const from = new RegExp(process.env['FAULTS_FROM'] ?? '');
const dieAt = Number(process.env['FAULTS_DIE_AT'] ?? 0);
const log = process.env['FAULTS_STATEMENTS'] ?? '';
let count = 0;

function before(sql: string): void {
  if (count === 0 && !from.test(sql)) return;
  count += 1;
  if (log !== '') appendFileSync(log, `${sql.replaceAll(/\s+/g, ' ').trim()}\n`);
  if (count === dieAt) process.kill(process.pid, 'SIGKILL');
}

type Verb = (this: Database.Statement, ...given: unknown[]) => unknown;
type Act = (this: Database.Database, ...given: unknown[]) => unknown;

const memory = new Database(':memory:');
const statements = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<string, Verb>;
const databases = Object.getPrototypeOf(memory) as Record<string, Act>;
memory.close();

for (const name of ['run', 'get', 'all', 'iterate']) {
  const verb = statements[name] as Verb;
  statements[name] = function (...given) {
    before(this.source);
    return verb.apply(this, given);
  };
}
for (const name of ['exec', 'pragma', 'backup', 'close']) {
  const act = databases[name] as Act;
  databases[name] = function (...given) {
    before(`${name} ${typeof given[0] === 'string' ? given[0] : ''}`);
    return act.apply(this, given);
  };
}
