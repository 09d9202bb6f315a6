import { after } from '../../electron/desk/threads/after.ts';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';

/** Answers any request, and signals through `answered` that the answer was sent. */
const answers = `
  const { parentPort, workerData } = require('node:worker_threads');
  require('node:net')
    .createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('ready', () => {
        Atomics.store(workerData, 0, 1);
        Atomics.notify(workerData, 0);
      }));
    })
    .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

let printer: Worker;
afterEach(async () => void (await printer.terminate()));

it('an answer that arrived while the thread was blocked is handled before its timeout, and cancels it', async () => {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  printer = new Worker(answers, { eval: true, workerData: answered });
  const [port] = (await once(printer, 'message')) as [number];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const heard: string[] = [];
  const cancel = after(5, () => heard.push('nothing came'));
  socket.on('data', (said) => {
    cancel();
    heard.push(String(said));
  });
  socket.write('how are you?');
  const since = performance.now();
  // blocks the thread as a hanging disk would
  Atomics.wait(answered, 0, 0);
  while (performance.now() - since < 20);
  await once(socket, 'data');
  await nextTurn();
  await nextTurn();
  socket.destroy();
  expect(heard).toEqual(['ready']);
});
