import { isOpenToScreens } from '../../../electron/desk/calls/answer-calls.ts';
import { deskContract, type ProcedureName } from '../../../shared/contract/desk-contract.ts';
import { freeTextPaths } from '../../support/free-texts.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The journeys that enter hostile texts and check every place that shows them. */
const journeys = ['hostile-texts', 'hostile-names'] as const;
const sources = journeys.map((name) =>
  readFileSync(join(import.meta.dirname, `../../end-to-end/screens/${name}.spec.ts`), 'utf8'),
);

/** Fields that identify something and are shown nowhere: an unknown value finds nothing. */
const names = new Set(
  ['id', 'ids[]', 'job', 'handover', 'before', 'state', 'importId', 'openingId', 'commandId', 'mapping[]'].concat(
    // searched and filtered by
    ['search', 'text', 'of.operator', 'of.service', 'of.search', 'service', 'as', 'encoding', 'sheet', 'field', 'asks'],
    // bytes
    ['base64', 'png'],
  ),
);
/** The operator: one field shared by all procedures, shown wherever an action is listed. */
const who = 'operator';

/** Procedures whose free texts the journeys do not enter, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'entry.change': 'as entry.enqueue',
  'entry.mend': 'as entry.enqueue',
  'entry.replace': 'as entry.enqueue',
  'entry.decide': 'as entry.withdraw',
  'entries.setField': 'a field of a request, as entry.enqueue',
  'entries.similar': 'a request that is compared, as entry.enqueue',
  'lookup.ask': 'a request; its answer is what is shown',
  'labels.draft': 'a label, tried in test/labels/hostile-fields.test.ts',
  'table.file': 'cells of a file, tried in test/sheets',
  'paper.file': 'a paper, tried in test/papers',
  'paper.pages': 'a paper, tried in test/papers',
  'sheet.print': 'a page of ours, printed by the host in a frame without scripts',
  'print.start': 'a reason, as labels.printed',
  'print.provisional': 'a reason, as labels.printed',
  'print.answer': 'a code that is compared',
  'print.scan': 'a code, as handover.scan',
  'printers.probe': 'an address, said in a dialog: test/hosts/electron/shell-words.test.ts',
  'printers.tested': 'a code that is compared',
  'backup.lock': 'a passphrase, shown nowhere',
  'backup.sheetKept': 'a code that is compared',
  'desk.setService': 'an address that is read as one; an account as a setting',
  'desk.testService': 'the same',
  'desk.setSecret': 'a secret, shown nowhere',
  'import.open': 'a file with a name, as a person chooses it in hostile-texts',
  'import.check': 'a cell, as import.open',
  'import.checkRow': 'a cell, as import.open',
  'import.run': 'a cell, as import.open',
  'import.rest': 'a cell, as import.open',
  'lookups.track': 'numbers that are asked for',
  'lookups.parcel': 'a number that is asked for',
  'lookups.record': 'a number that is asked for',
  'watch.remove': 'numbers, as watch.add',
  'inventory.look': 'SKUs that are asked for',
  'skus.find': 'SKUs that are asked for',
  'prices.inbound': 'a question; its answer is what is shown',
  'prices.outbound': 'a question; its answer is what is shown',
  'prices.fromBody': 'a request, as entry.enqueue',
  'goods.of': 'goods that are looked for',
  'goods.forget': 'a name that is meant',
  'operators.forget': 'a name that is meant',
  'operators.enter': 'a code and a PIN that are compared',
  'printers.remove': 'a name that is meant',
  'printers.choose': 'a name that is meant',
  'printers.test': 'a name that is meant',
  'print.move': 'a printer that is meant',
  'print.follow': 'a printer that is meant',
  'rights.stay': 'a code that is compared',
};

const open = (Object.keys(deskContract) as ProcedureName[]).filter(isOpenToScreens);
const texts = open.map((name) => ({
  name,
  free: freeTextPaths(deskContract[name].input).filter((path) => !names.has(path) && path !== who),
}));

it('every text that a screen can send is entered by a journey as markup and direction marks, or has a reason why not', () => {
  const isEntered = (name: string): boolean => sources.some((source) => source.includes(`'${name}', `));
  const missing = texts.filter(({ name, free }) => free.length > 0 && !isEntered(name) && !(name in elsewhere));
  expect(missing).toEqual([]);
  const idle = Object.keys(elsewhere).filter((name) => !texts.some((one) => one.name === name && one.free.length > 0));
  expect(idle).toEqual([]);
});
