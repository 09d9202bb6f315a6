import { startDeskInThread } from '../../support/desk-here.ts';
import { runDesk } from '../../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export const sample = fileURLToPath(new URL('../../../electron/practice/samples/label-orders.csv', import.meta.url));
const order = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;
const orders = (count: number, prefix = 'PD'): string =>
  Array.from({ length: count }, (_, i) => order(`${prefix}-${i}`)).join('');

export const sets = (values: Record<string, number>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
/** Waits short enough for a test, with the same decisions. */
export const quick = sets({
  holdSeconds: 0,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.3,
  readMostSeconds: 1,
});
export const untilIdle = ['--until-idle', '--timeout', '200'];

export const list = async (folder: string) => (await runDesk(['list', '--data', folder])).lines;
/** Captures the orders to deliver. */
export async function capture(folder: string, count: number, prefix?: string): Promise<void> {
  const desk = await startDeskInThread({ folder });
  const lines = orders(count, prefix).trim().split('\n');
  const all = lines.map((line) =>
    desk.ask('entry.enqueue', { commandId: randomUUID(), request: JSON.parse(line) as { endpoint: number } }),
  );
  await Promise.all(all);
  await desk.close();
}
