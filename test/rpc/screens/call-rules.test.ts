import { protectedProcedures, rightRequirementOf } from '../../../electron/operators/right-requirements.ts';
import { deskContract, rulesOf, type ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { CallRules } from '../../../shared/contract/procedure.ts';
import { supervisorRight } from '../../../shared/rights/rights.ts';
import { guardedInputs } from '../../rights/guarded-inputs.ts';
import { describe, expect, it } from 'vitest';

const all = Object.keys(deskContract) as ProcedureName[];
const having = (rule: (rules: CallRules) => boolean): string[] => all.filter((name) => rule(rulesOf(name))).toSorted();
const hasField = (name: ProcedureName, field: string): boolean => {
  const { input } = deskContract[name];
  return 'shape' in input && Object.hasOwn(input.shape, field);
};

/** A row that gets or loses one of these rules changes what a page may do, or what is safe: it is changed here too. */
describe('a rule of a procedure holds for these and no others', () => {
  it('closed to screens: it names paths, reads the disk, answers hashes of PINs, logs, or chooses the target', () => {
    expect(having(({ from }) => from === 'host')).toEqual([
      ...['backup.make', 'backup.want', 'import.file', 'labels.paper', 'labels.pdf', 'operators.apart'],
      ...['operators.hand', 'operators.named', 'operators.permit', 'operators.take', 'rights.act', 'rights.begin'],
      ...['rights.end', 'rights.note', 'rights.still', 'service.try', 'service.use', 'support.facts', 'sync.rest'],
      ...['sync.resume', 'sync.start', 'sync.stop'],
    ]);
  });

  it('answered by the host itself', () => {
    expect(having(({ by }) => by === 'host')).toEqual([
      ...['backup.choose', 'backup.chooseFolder', 'backup.restore', 'desk.reopen', 'desk.setSecret'],
      ...['desk.setService', 'desk.state', 'desk.switch', 'desk.testService', 'journal.choose', 'labels.print'],
      ...['printers.add', 'printers.chooseDevice', 'printers.find', 'printers.probe', 'session.set', 'session.state'],
      ...['settings.set', 'sheet.print', 'support.file'],
    ]);
  });

  it('answered by whichever worker runs', () => {
    expect(having(({ by }) => by === 'either')).toEqual(['desk.recall', 'operators.named']);
  });

  it('answered once delivery has started', () => {
    expect(having(({ waits }) => waits === 'delivery')).toEqual(['drill.begin', 'drill.list', 'sync.status']);
  });

  it('done one at a time, in the order received', () => {
    expect(having(({ waits }) => waits === 'turn')).toEqual([
      ...['backup.restore', 'desk.reopen', 'desk.setSecret', 'desk.setService', 'desk.switch', 'operators.forget'],
      ...['operators.save', 'session.set'],
    ]);
  });

  it('answered in a folder that is gone or in use elsewhere', () => {
    expect(having(({ whenStopped }) => whenStopped === 'always')).toEqual([
      ...['desk.recall', 'desk.reopen', 'desk.warnings', 'import.cancel', 'import.close', 'settings.get'],
      ...['sync.status', 'sync.stop'],
    ]);
  });

  it('answered in a folder that is no longer the newest, but not in one that is gone', () => {
    expect(having(({ whenStopped }) => whenStopped === 'superseded')).toEqual([
      ...['rights.act', 'rights.begin', 'rights.end', 'rights.still'],
    ]);
  });

  it('allowed for a whole visit to the settings by one PIN', () => {
    expect(having(({ stay }) => stay === true)).toEqual([
      ...['backup.chooseFolder', 'desk.setSecret', 'desk.setService', 'desk.testService', 'drill.begin', 'drill.end'],
      ...['journal.choose', 'printers.add', 'printers.choose', 'printers.remove', 'session.set', 'settings.set'],
    ]);
  });
});

describe('the rules of all procedures', () => {
  it('let a screen name who acts wherever an action is logged and its input has no operator', () => {
    const logged = protectedProcedures.filter((name) => rulesOf(name).from !== 'host' && !hasField(name, 'operator'));
    expect(having(({ actor }) => actor === true)).toEqual(logged.toSorted());
  });

  it('let a PIN count for a visit only where the right to change settings is asked', () => {
    const inputs = guardedInputs('http://127.0.0.1:9');
    for (const name of having(({ stay }) => stay === true))
      expect([name, rightRequirementOf(name, inputs[name])?.right]).toEqual([name, supervisorRight]);
  });

  it('give a name of no row none, whatever objects have by that name', () => {
    for (const name of ['', 'constructor', '__proto__', 'toString', 'no.such']) expect(rulesOf(name)).toEqual({});
  });
});
