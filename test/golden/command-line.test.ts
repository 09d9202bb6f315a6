import type { Command } from '../../electron/hosts/command-line/command.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { boxOrder, labelOrder } from '../practice/sample-creates.ts';
import { runDesk, startPracticeProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';
import { typesByPath } from './answers.ts';
import { serviceAddress, startServiceOfFolder, serviceFaults } from './folder/service-at.ts';
import { expectGolden } from './expect-golden.ts';
import { filesOf, unpackSample } from './lay-out-folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const newest = `version-${String(deskMigrations.length)}`;
const line = (endpoint: number, body: unknown): string => `${JSON.stringify({ endpoint, body })}\n`;
const quickDelivery = ['--set', 'backoffMostSeconds=1', '--timeout', '60'];

/** The exit codes and output of each command. */
class CommandOutputs {
  readonly #runs = new Map<string, Ran[]>();

  has(command: string): boolean {
    return this.#runs.has(command);
  }
  record(command: string, result: Ran): Ran {
    this.#runs.set(command, [...(this.#runs.get(command) ?? []), result]);
    return result;
  }
  /**
   * Lists each path in the output with its types, one per line. Paths in `opaquePaths`, which hold fields of third
   * parties, are not descended into.
   */
  typeLines(opaquePaths: ReadonlySet<string>): string[] {
    return [...this.#runs].flatMap(([command, runs]) => {
      const printed = runs.flatMap(({ lines }) => lines as unknown[]);
      const codes = [...new Set(runs.map(({ code }) => String(code)))].toSorted();
      const typeLines = typesByPath(printed, opaquePaths).map((typeLine) => `${command} prints ${typeLine}`);
      return [`${command} ends in ${codes.join(', ')}`, ...typeLines];
    });
  }
}

it('each command takes the arguments and options it took before, and lists them in its help', async () => {
  const folder = join(import.meta.dirname, '../../electron/hosts/command-line');
  const { commands } = (await import(join(folder, 'commands.ts'))) as { commands: Record<string, Command> };
  const { stdout } = await runDesk(['--help']);
  const helpLines = [...stdout.matchAll(/^ {2}(?!npm )([a-z-]+) +(.+)$/gm)];
  const usages = helpLines.map(([, name = '']) => {
    const { usage, options } = commands[name] ?? { usage: '', options: {} };
    for (const option of Object.keys(options)) expect(`${usage} `, name).toMatch(new RegExp(`--${option}\\b`));
    return `${name} ${usage}`.trim();
  });
  expect(usages).toHaveLength(Object.keys(commands).length);
  expectGolden('commands.txt', usages);
});

it('each command exits and prints as before', { timeout: 600_000 }, async () => {
  const { home, folder, run, runProgram } = unpackSample(newest);
  const service = await startServiceOfFolder();
  onTestFinished(() => service.stop());
  const data = ['--data', folder];
  const toService = [...data, '--service', serviceAddress];
  const outputs = new CommandOutputs();
  // Each command runs once as a process. Later runs with other arguments need none, because they do not test its start
  // and exit.
  const runCommand = async (command: string, args: readonly string[], input = ''): Promise<Ran> =>
    outputs.record(command, await (outputs.has(command) ? run : runProgram)([command, ...args], input));

  await runCommand(
    'enqueue',
    data,
    line(6, boxOrder('LAST-1')) + line(6, boxOrder('LAST-1')) + line(6, { PackageId: 'LAST-1' }),
  );
  await runCommand(
    'enqueue',
    data,
    `not JSON\n${line(2, { Package: { PackageId: '..' } })}${line(2, labelOrder('LAST-2', { Weight: 0 }))}`,
  );
  await runCommand('check', [], line(2, labelOrder('CHECKED')) + line(2, { Package: { PackageIds: 1 } }));
  const csvPath = join(home, 'orders.csv');
  writeFileSync(
    csvPath,
    'PackageId,ServiceCode,Country,Colour,Weight\nROW-1,SGP,SE,red,480\n,SGP,SE,,x\nROW-1,SGP,ES,,1\n',
  );
  await runCommand('import', [csvPath, '--as', 'label-order', ...data]);
  await runCommand('import', [join(home, 'nothing.csv'), '--as', 'label-order', ...data]);
  await runCommand('list', data);
  await runCommand('list', [...data, '--state', 'none']);
  await service.down();
  await runCommand('deliver', [...toService, '--until-idle', '--timeout', '2', '--set', 'requestTimeoutSeconds=1']);
  await service.up();
  await runCommand('deliver', [...toService, '--until-idle', ...quickDelivery]);
  await runCommand('deliver', [...data, '--service', 'http://127.0.0.1:9', '--until-idle', ...quickDelivery]);
  for (const exported of ['facts', 'label-order'])
    await runCommand('export', [exported, '--out', join(home, 'out.csv'), ...data]);
  await runCommand('export', ['parcels', '--out', join(home, 'out.csv'), ...data]);
  await runCommand('template', ['box-order', '--out', join(home, 'template.xlsx'), ...data]);
  await runCommand('labels', ['--out', join(home, 'labels.pdf'), ...data]);
  await runCommand('print', [...data, '--list', 'printed']);
  await runCommand('printers', ['list']);
  await runCommand('printers', ['probe', '127.0.0.1:9']);
  const backupFolder = join(folder, 'copies');
  await runCommand('backup', ['--to', backupFolder, ...data]);
  const backupFile = join(backupFolder, filesOf(backupFolder).findLast((name) => name.endsWith('.db')) ?? '');
  const restoredFolder = join(home, 'restored');
  await runCommand('restore', ['--from', backupFile, '--data', restoredFolder, '--journal', join(folder, 'journal')]);
  await runCommand('restore', ['--from', backupFile, '--data', restoredFolder]);
  await runCommand('reopen', data);
  await runCommand('verify', data);
  await runCommand('settings', [...data, '--set', 'weightUnit=kg']);
  await runCommand('settings', [...data, '--set', 'concurrency=0']);
  const [passphraseFile, recoverySheet] = ['phrase.txt', 'recovery.txt'].map((name) => join(home, name));
  writeFileSync(passphraseFile ?? '', 'seven mugs on a blue shelf\n');
  await runCommand('passphrase', data);
  await runCommand('passphrase', [...data, '--passphrase-file', passphraseFile ?? '', '--sheet', recoverySheet ?? '']);
  await runCommand('passphrase', [...data, '--off']);

  const practice = await startPracticeProcess(temporaryFolder());
  const freshDesk = ['--data', join(home, 'fresh'), '--service', practice.url];
  await runCommand('deliver', [...freshDesk, '--until-idle', ...quickDelivery]);
  await run(['enqueue', '--data', join(home, 'fresh')], line(2, labelOrder('LOOK-1')));
  const deliveredRun = await runCommand('deliver', [...freshDesk, '--until-idle', ...quickDelivery]);
  const number = String(deliveredRun.lines.find((printedLine) => printedLine.key === 'LOOK-1')?.trackingNumber);
  await runCommand('track', [number, ...freshDesk]);
  await runCommand('track', ['NOBODY-1', ...freshDesk]);
  await runCommand('inventory', ['MUG-BLUE', '--warehouse', '1', ...freshDesk]);
  await runCommand('sku', ['MUG-BLUE', ...freshDesk]);
  await runCommand(
    'price',
    ['outbound', ...freshDesk],
    '{"Weight":640,"Length":20,"Width":15,"Height":10,"WarehouseId":"W1","Country":"ES"}\n',
  );
  // Entries of the sample folder end differently depending on timing; this one is always refused.
  await service.set(serviceFaults);
  const refusedDesk = ['--data', join(home, 'refused')];
  await run(['enqueue', ...refusedDesk], line(2, labelOrder('REFUSED-1')));
  await runCommand('deliver', [...refusedDesk, '--service', serviceAddress, '--until-idle', ...quickDelivery]);
  practice.child.kill('SIGTERM');
  outputs.record('practice', await practice.result);
  outputs.record('nonsense', await runProgram(['nonsense']));

  // Records of the service and the interface document belong to third parties and may change.
  const thirdPartyPaths = ['.answer', '.request.body'];
  // Timing decides which endpoints are failing or paused at a given time.
  const timingPaths = ['.summary.troubledEndpoints', '.summary.pausedEndpoints'];
  expectGolden('answers.txt', outputs.typeLines(new Set([...thirdPartyPaths, ...timingPaths])));
});
