import type { Desk } from '../../desk/threads/desk.ts';
import type { Command, CommandContext } from './command.ts';
import { dataOption, withDesk } from './data-folder.ts';
import { optionText } from './options.ts';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const samples = fileURLToPath(new URL('../../practice/samples/', import.meta.url));
const files = ['label-orders.csv', 'scripts.csv'];

/** Demonstrates the desk: imports sample orders, delivers them to the practice service and writes their labels. */
export const tour: Command = {
  summary: 'imports sample orders, delivers them to the practice service, writes their labels',
  usage: '[--data DIR]',
  options: dataOption,
  argumentCount: [0, 0],
  run(args, context) {
    const folder = resolve(optionText(args, 'data') ?? 'practice-data');
    // sample orders are never withdrawn, so no hold is needed
    return withDesk(context, { folder, settings: { holdSeconds: 0 } }, async (desk) => {
      const showLine = (line: string): void => context.show(`${line}\n`);
      showLine(await importSamples(desk));
      const { done, openCount } = await deliverAll(desk, context);
      showLine(
        `Delivered to the practice service: ${done} orders have a tracking number${openCount ? `, ${openCount} wait for a person` : ''}.`,
      );
      if (context.stop.aborted) return 3;
      const { path, labels, problems } = await desk.ask('labels.pdf', { path: join(folder, 'labels.pdf') });
      showLine(`Wrote ${labels} labels to ${path}`);
      for (const { key, message } of problems) showLine(`  ${key}: ${message}`);
      return problems.length + openCount > 0 ? 2 : 0;
    });
  },
};

async function importSamples(desk: Desk): Promise<string> {
  let newCount = 0;
  let knownCount = 0;
  let refusedCount = 0;
  for (const file of files) {
    const answer = await desk.ask('import.file', { path: join(samples, file), as: 'label-order' });
    knownCount += answer.rows.filter(({ already }) => already).length;
    newCount += answer.rows.filter(({ state, already }) => state === 'queued' && !already).length;
    refusedCount += answer.refused;
  }
  const knownText =
    knownCount > 0 ? ` ${knownCount} were here from an earlier run, so they were not entered again.` : '';
  const refusedText = refusedCount > 0 ? ` ${refusedCount} rows were not taken.` : '';
  return `Imported the sample orders: ${newCount} new.${knownText}${refusedText}`;
}

async function deliverAll(
  desk: Desk,
  { writeToTerminal: sayOnTerminal, stop }: CommandContext,
): Promise<{ done: number; openCount: number }> {
  const whenIdle = Promise.withResolvers<void>();
  const counts = async () => (await desk.ask('entries.counts', {})).byState;
  const showBar = async (): Promise<void> => {
    const byState = await counts();
    const totalCount = Object.values(byState).reduce((sum, count) => sum + count, 0);
    sayOnTerminal(`\r${bar(byState.done, totalCount)} ${byState.done} of ${totalCount} `);
  };
  desk.onEvent(({ event }) => {
    // the desk may be closing already; then the bar is not drawn
    if (event.kind === 'entries') showBar().catch(() => undefined);
    if (event.kind === 'sync' && (event.status.idle || event.status.cannotWrite)) whenIdle.resolve();
  });
  stop.addEventListener('abort', () => whenIdle.resolve());
  if (!(await desk.ask('sync.start', {})).idle) await Promise.race([whenIdle.promise, desk.restartFailed]);
  await showBar();
  sayOnTerminal('\n');
  const { done, withdrawn, ...open } = await counts();
  return { done, openCount: Object.values(open).reduce((sum, count) => sum + count, 0) };
}

const barWidth = 30;

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.floor((done / total) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}
