import { backup, restoreCommand, verify } from './command-line/backup.ts';
import { check } from './command-line/check.ts';
import { contract } from './command-line/contract.ts';
import { deliver } from './command-line/deliver.ts';
import { enqueue } from './command-line/enqueue.ts';
import { exportCommand } from './command-line/export.ts';
import { importCommand } from './command-line/import.ts';
import { labels } from './command-line/labels.ts';
import { list } from './command-line/list.ts';
import { inventory, price, sku, track } from './command-line/lookups.ts';
import { practice } from './command-line/practice.ts';
import { reopenCommand } from './command-line/reopen.ts';
import { runCommand } from './command-line/run-command.ts';
import { processSurroundings } from './command-line/surroundings.ts';
import { settings } from './command-line/settings.ts';
import { template } from './command-line/template.ts';
import { tour } from './command-line/tour.ts';

const commands = {
  contract,
  check,
  enqueue,
  import: importCommand,
  export: exportCommand,
  template,
  deliver,
  list,
  labels,
  track,
  inventory,
  sku,
  price,
  backup,
  restore: restoreCommand,
  reopen: reopenCommand,
  verify,
  practice,
  settings,
  tour,
};

const around = processSurroundings();
const exit = await runCommand(commands, process.argv.slice(2), around, (text) => void process.stdout.write(text));
// what is printed goes out before the process does
around.output.write('', () => process.exit(exit));
