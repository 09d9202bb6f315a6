import Database from 'better-sqlite3';

// Another program at a database: with each message it takes the write lock of the file it is told, changes the file, and lets go after so
// many ms; for ever where none are told.
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
