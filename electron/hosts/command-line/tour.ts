import type { Desk } from '../../desk/threads/desk.ts';
import type { Command, CommandContext } from './command.ts';
import { dataOption, withDesk } from './data-folder.ts';
import { optionText } from './options.ts';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const samples = fileURLToPath(new URL('../../practice/samples/', import.meta.url));
const files = ['label-orders.csv', 'scripts.csv'];

/** A tour in words: imports sample orders, delivers them to the practice service and writes their labels. */
export const tour: Command = {
  summary: 'imports sample orders, delivers them to the practice service, writes their labels',
  usage: '[--data DIR]',
  options: dataOption,
  argumentCount: [0, 0],
  run(args, context) {
    const folder = resolve(optionText(args, 'data') ?? 'practice-data');
    // sample orders are never withdrawn, so no hold is needed
    return withDesk(context, { folder, settings: { holdSeconds: 0 } }, async (desk) => {
      const show = (words: string): void => context.show(`${words}\n`);
      show(await importSamples(desk));
      const { done, left } = await deliverAll(desk, context);
      show(
        `Delivered to the practice service: ${done} orders have a tracking number${left ? `, ${left} wait for a person` : ''}.`,
      );
      if (context.stop.aborted) return 3;
      const { path, labels, problems } = await desk.ask('labels.pdf', { path: join(folder, 'labels.pdf') });
      show(`Wrote ${labels} labels to ${path}`);
      for (const { key, message } of problems) show(`  ${key}: ${message}`);
      return problems.length + left > 0 ? 2 : 0;
    });
  },
};

async function importSamples(desk: Desk): Promise<string> {
  let fresh = 0;
  let known = 0;
  let refused = 0;
  for (const file of files) {
    const found = await desk.ask('import.file', { path: join(samples, file), as: 'label-order' });
    known += found.rows.filter(({ already }) => already).length;
    fresh += found.rows.filter(({ state, already }) => state === 'queued' && !already).length;
    refused += found.refused;
  }
  const before = known > 0 ? ` ${known} were here from an earlier run, so they were not entered again.` : '';
  const bad = refused > 0 ? ` ${refused} rows were not taken.` : '';
  return `Imported the sample orders: ${fresh} new.${before}${bad}`;
}

async function deliverAll(
  desk: Desk,
  { sayOnTerminal, stop }: CommandContext,
): Promise<{ done: number; left: number }> {
  const idle = Promise.withResolvers<void>();
  const counts = async () => (await desk.ask('entries.counts', {})).byState;
  const showBar = async (): Promise<void> => {
    const byState = await counts();
    const all = Object.values(byState).reduce((sum, count) => sum + count, 0);
    sayOnTerminal(`\r${bar(byState.done, all)} ${byState.done} of ${all} `);
  };
  desk.onEvent(({ event }) => {
    // events may arrive while the desk closes; a progress bar that is not drawn is no error
    if (event.kind === 'entries') showBar().catch(() => undefined);
    if (event.kind === 'sync' && (event.status.idle || event.status.cannotWrite)) idle.resolve();
  });
  stop.addEventListener('abort', () => idle.resolve());
  if (!(await desk.ask('sync.start', {})).idle) await Promise.race([idle.promise, desk.ended]);
  await showBar();
  sayOnTerminal('\n');
  const { done, withdrawn, ...open } = await counts();
  return { done, left: Object.values(open).reduce((sum, count) => sum + count, 0) };
}

const barWidth = 30;

function bar(done: number, of: number): string {
  const filled = of === 0 ? barWidth : Math.floor((done / of) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}
