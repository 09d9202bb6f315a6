import { createServer } from 'node:http';

/** Accepts every request after the time (ms) at the end of its header; prints its port. */
const server = createServer((request, response) => {
  const afterMs = Number(/(\d+)$/.exec(request.headers['x-after'] as string)?.[1] ?? 0);
  request.resume().on('end', () => {
    setTimeout(() => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end('{"Success":true}');
    }, afterMs);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
