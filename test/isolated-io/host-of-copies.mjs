import { fork } from 'node:child_process';

// A host that has its process for copies read a file, and says the number of that process.
const [, , program, path] = process.argv;
const copies = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
// the second is asked behind the first, whose answer shows that the process has begun
copies.once('message', () => {
  copies.send({ id: 2, ask: 'read', path });
  process.send(copies.pid);
});
copies.send({ id: 1, ask: 'free', folder: '/' });
