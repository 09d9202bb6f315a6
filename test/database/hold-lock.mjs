import Database from 'better-sqlite3';

// Another program on a database: for each message it takes the write lock of the given file, changes the file, and
// releases the lock after `ms`, or never without it.
process.on('message', ({ path, ms }) => {
  const db = new Database(path);
  db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${db.pragma('user_version', { simple: true })}`);
  process.send('held');
  if (ms === undefined) return;
  setTimeout(() => {
    db.exec('COMMIT');
    db.close();
  }, ms);
});
