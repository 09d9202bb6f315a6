import { openService } from './service.ts';

/** The process of the service: it is told by its parent what to do, and ends with it. */
const [seed = '1', port = '0'] = process.argv.slice(2);
const service = await openService(Number(seed), Number(port));

process.on('message', ({ id, name, args }: { id: number; name: keyof typeof service; args: unknown[] }) => {
  const act = service[name] as (...given: unknown[]) => unknown;
  void Promise.resolve(act(...args)).then((answer) => process.send?.({ id, answer }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, answer: service.url });
