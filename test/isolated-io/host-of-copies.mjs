import { fork } from 'node:child_process';

// A host whose process for copies reads a file; it reports the id of that process.
const [, , program, path] = process.argv;
const copies = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
// The second request follows the answer to the first, which shows that the process has started.
copies.once('message', () => {
  copies.send({ id: 2, ask: 'read', path });
  process.send(copies.pid);
});
copies.send({ id: 1, ask: 'free', folder: '/' });
