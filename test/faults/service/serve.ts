import { openService } from './service.ts';

/** The service's process, which its parent controls and which ends with its parent. */
const [seed = '1', port = '0'] = process.argv.slice(2);
const service = await openService(Number(seed), Number(port));

process.on('message', ({ id, name, args }: { id: number; name: keyof typeof service; args: unknown[] }) => {
  const act = service[name] as (...given: unknown[]) => unknown;
  void Promise.resolve(act(...args)).then((answer) => process.send?.({ id, answer }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, answer: service.url });
