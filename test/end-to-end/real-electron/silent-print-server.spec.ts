import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { labelOrder } from '../label-order.ts';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

// Accepts every request of the print system and answers byte by byte, so that a client waiting for the whole answer
// never gives up.
const connections = new Set<Socket>();
const server = createServer((socket) => {
  connections.add(socket.on('error', () => undefined));
  socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
});
const dripping = setInterval(() => connections.forEach((one) => one.writable && one.write('a')), 500);
const before = process.env['CUPS_SERVER'];

test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['CUPS_SERVER'] = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
test.afterAll(() => {
  if (before === undefined) delete process.env['CUPS_SERVER'];
  else process.env['CUPS_SERVER'] = before;
  clearInterval(dripping);
  connections.forEach((one) => one.destroy());
  server.close();
});

test('a print server that never finishes its answer delays neither orders nor the end of the program, which can be started again', async ({
  desk,
}) => {
  const { page, electron } = desk;
  const found = ask(page, 'printers.find', {});
  await expect.poll(() => connections.size).toBeGreaterThan(0);
  const { id } = await ask(page, 'entry.enqueue', { commandId: 'beside it', request: labelOrder('BESIDE-1') });
  expect((await found).printers.filter(({ place }) => place === 'system')).toEqual([]);

  const ended = once(electron.process(), 'exit');
  process.kill(electron.process().pid ?? 0, 'SIGTERM');
  await ended;
  const again = await desk.start();
  expect((await ask(again, 'entries.get', { id })).key).toBe('BESIDE-1');
});
