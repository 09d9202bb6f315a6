import { backup, restoreCommand, verify } from './backup.ts';
import { check } from './check.ts';
import { contract } from './contract.ts';
import { deliver } from './deliver.ts';
import { enqueue } from './enqueue.ts';
import { erase } from './erase.ts';
import { exportCommand, template } from './export.ts';
import { importCommand } from './import.ts';
import { labels } from './labels.ts';
import { list } from './list.ts';
import { inventory, price, sku, track } from './lookups.ts';
import { operator } from './operator.ts';
import { passphrase } from './passphrase.ts';
import { practice } from './practice.ts';
import { print } from './print.ts';
import { printers } from './printers.ts';
import { reopenCommand } from './reopen.ts';
import { settings } from './settings.ts';
import { support } from './support.ts';
import { tour } from './tour.ts';

/** The commands by name, in the order of the help. */
export const commands = {
  contract,
  check,
  enqueue,
  import: importCommand,
  export: exportCommand,
  template,
  deliver,
  list,
  labels,
  print,
  printers,
  track,
  inventory,
  sku,
  price,
  backup,
  restore: restoreCommand,
  reopen: reopenCommand,
  verify,
  passphrase,
  operator,
  erase,
  practice,
  settings,
  support,
  tour,
};
