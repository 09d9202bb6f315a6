import type { Command } from '../../electron/hosts/command-line/command.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { boxOrder, labelOrder } from '../practice/sample-creates.ts';
import { runDesk, startPracticeProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';
import { placesOf } from './answers.ts';
import { address, startServiceOfFolder, wrongs } from './folder/service-at.ts';
import { expectKept } from './kept.ts';
import { filesOf, layOut } from './lay-out-folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const newest = `version-${String(deskMigrations.length)}`;
const line = (endpoint: number, body: unknown): string => `${JSON.stringify({ endpoint, body })}\n`;
const few = ['--set', 'backoffMostSeconds=1', '--timeout', '60'];

/** The exit codes and output of each command. */
class Told {
  readonly #runs = new Map<string, Ran[]>();

  has(command: string): boolean {
    return this.#runs.has(command);
  }
  note(command: string, ran: Ran): Ran {
    this.#runs.set(command, [...(this.#runs.get(command) ?? []), ran]);
    return ran;
  }
  /**
   * One line for each path in the output with its types; paths in `whole`, which hold third-party fields, are not
   * descended into.
   */
  lines(whole: ReadonlySet<string>): string[] {
    return [...this.#runs].flatMap(([command, runs]) => {
      const printed = runs.flatMap(({ lines }) => lines as unknown[]);
      const codes = [...new Set(runs.map(({ code }) => String(code)))].toSorted();
      const places = placesOf(printed, whole).map((place) => `${command} prints ${place}`);
      return [`${command} ends in ${codes.join(', ')}`, ...places];
    });
  }
}

it('each command takes the arguments and options it took before, and lists them in its help', async () => {
  const folder = join(import.meta.dirname, '../../electron/hosts/command-line');
  const { commands } = (await import(join(folder, 'commands.ts'))) as { commands: Record<string, Command> };
  const { stdout } = await runDesk(['--help']);
  const named = [...stdout.matchAll(/^ {2}(?!npm )([a-z-]+) +(.+)$/gm)];
  const calls = named.map(([, name = '']) => {
    const { usage, options } = commands[name] ?? { usage: '', options: {} };
    for (const option of Object.keys(options)) expect(`${usage} `, name).toMatch(new RegExp(`--${option}\\b`));
    return `${name} ${usage}`.trim();
  });
  expect(calls).toHaveLength(Object.keys(commands).length);
  expectKept('commands.txt', calls);
});

it('each command exits and prints as before', { timeout: 600_000 }, async () => {
  const { home, folder, run, runProgram } = layOut(newest);
  const service = await startServiceOfFolder();
  onTestFinished(() => service.stop());
  const data = ['--data', folder];
  const to = [...data, '--service', address];
  const told = new Told();
  // Each command runs once as a process; later runs with other arguments need no process, since they test no start and
  // exit.
  const tell = async (command: string, args: readonly string[], input = ''): Promise<Ran> =>
    told.note(command, await (told.has(command) ? run : runProgram)([command, ...args], input));

  await tell(
    'enqueue',
    data,
    line(6, boxOrder('LAST-1')) + line(6, boxOrder('LAST-1')) + line(6, { PackageId: 'LAST-1' }),
  );
  await tell(
    'enqueue',
    data,
    `not JSON\n${line(2, { Package: { PackageId: '..' } })}${line(2, labelOrder('LAST-2', { Weight: 0 }))}`,
  );
  await tell('check', [], line(2, labelOrder('CHECKED')) + line(2, { Package: { PackageIds: 1 } }));
  const sheet = join(home, 'orders.csv');
  writeFileSync(
    sheet,
    'PackageId,ServiceCode,Country,Colour,Weight\nROW-1,SGP,SE,red,480\n,SGP,SE,,x\nROW-1,SGP,ES,,1\n',
  );
  await tell('import', [sheet, '--as', 'label-order', ...data]);
  await tell('import', [join(home, 'nothing.csv'), '--as', 'label-order', ...data]);
  await tell('list', data);
  await tell('list', [...data, '--state', 'none']);
  await service.down();
  await tell('deliver', [...to, '--until-idle', '--timeout', '2', '--set', 'requestTimeoutSeconds=1']);
  await service.up();
  await tell('deliver', [...to, '--until-idle', ...few]);
  await tell('deliver', [...data, '--service', 'http://127.0.0.1:9', '--until-idle', ...few]);
  for (const what of ['facts', 'label-order']) await tell('export', [what, '--out', join(home, 'out.csv'), ...data]);
  await tell('export', ['parcels', '--out', join(home, 'out.csv'), ...data]);
  await tell('template', ['box-order', '--out', join(home, 'template.xlsx'), ...data]);
  await tell('labels', ['--out', join(home, 'labels.pdf'), ...data]);
  await tell('print', [...data, '--list', 'printed']);
  await tell('printers', ['list']);
  await tell('printers', ['probe', '127.0.0.1:9']);
  const copies = join(folder, 'copies');
  await tell('backup', ['--to', copies, ...data]);
  const from = join(copies, filesOf(copies).findLast((name) => name.endsWith('.db')) ?? '');
  const restored = join(home, 'restored');
  await tell('restore', ['--from', from, '--data', restored, '--journal', join(folder, 'journal')]);
  await tell('restore', ['--from', from, '--data', restored]);
  await tell('reopen', data);
  await tell('verify', data);
  await tell('settings', [...data, '--set', 'weightUnit=kg']);
  await tell('settings', [...data, '--set', 'concurrency=0']);
  const [phrase, recovery] = ['phrase.txt', 'recovery.txt'].map((name) => join(home, name));
  writeFileSync(phrase ?? '', 'seven mugs on a blue shelf\n');
  await tell('passphrase', data);
  await tell('passphrase', [...data, '--passphrase-file', phrase ?? '', '--sheet', recovery ?? '']);
  await tell('passphrase', [...data, '--off']);

  const practice = await startPracticeProcess(temporaryFolder());
  const fresh = ['--data', join(home, 'fresh'), '--service', practice.url];
  await tell('deliver', [...fresh, '--until-idle', ...few]);
  await run(['enqueue', '--data', join(home, 'fresh')], line(2, labelOrder('LOOK-1')));
  const delivered = await tell('deliver', [...fresh, '--until-idle', ...few]);
  const number = String(delivered.lines.find((one) => one.key === 'LOOK-1')?.trackingNumber);
  await tell('track', [number, ...fresh]);
  await tell('track', ['NOBODY-1', ...fresh]);
  await tell('inventory', ['MUG-BLUE', '--warehouse', '1', ...fresh]);
  await tell('sku', ['MUG-BLUE', ...fresh]);
  await tell(
    'price',
    ['outbound', ...fresh],
    '{"Weight":640,"Length":20,"Width":15,"Height":10,"WarehouseId":"W1","Country":"ES"}\n',
  );
  // Entries of the folder end differently depending on timing; this one is refused for certain.
  await service.set(wrongs);
  const refused = ['--data', join(home, 'refused')];
  await run(['enqueue', ...refused], line(2, labelOrder('REFUSED-1')));
  await tell('deliver', [...refused, '--service', address, '--until-idle', ...few]);
  practice.child.kill('SIGTERM');
  told.note('practice', await practice.ended);
  told.note('nonsense', await runProgram(['nonsense']));

  // Records of the service and the interface document belong to third parties and may change.
  const theirs = ['.answer', '.request.body'];
  // Which endpoints are in trouble at a moment depends on timing.
  const ofTheMoment = ['.summary.troubledEndpoints', '.summary.pausedEndpoints'];
  expectKept('answers.txt', told.lines(new Set([...theirs, ...ofTheMoment])));
});
