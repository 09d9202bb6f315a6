import Database from 'better-sqlite3';

/**
 * Preloaded into every thread of a program: counts the statements passed to SQLite in that thread, from the first that
 * matches FAULTS_FROM on, and kills the program before statement FAULTS_DIE_AT. Consecutive statements that only read
 * count as one, since nothing changes on the disk between them.
 */
const from = new RegExp(process.env['FAULTS_FROM'] ?? '');
const dieAt = Number(process.env['FAULTS_DIE_AT'] ?? 0);
const reading = /^(SELECT|PRAGMA \w+( = \w+)?$|close|pragma|exec CREATE TEMP)/;
// Child processes inherit this id, so that a kill in one of them ends the program as well.
const program = Number((process.env['FAULTS_PROGRAM'] ??= String(process.pid)));
let count = 0;
let hasRead = false;

function before(sql: string): void {
  if (count === 0 && !from.test(sql)) return;
  const reads = reading.test(sql.trimStart());
  if (reads && hasRead) return;
  hasRead = reads;
  count += 1;
  if (count !== dieAt) return;
  for (const one of new Set([program, process.pid])) process.kill(one, 'SIGKILL');
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
    before(`${name} ${typeof given[0] === 'string' ? given[0].trim() : ''}`);
    return act.apply(this, given);
  };
}
