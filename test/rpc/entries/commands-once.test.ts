import type { Desk } from '../../../electron/desk/threads/desk.ts';
import { deskFile } from '../../../electron/storage/database/desk-file.ts';
import type { Input, ProcedureName } from '../../../shared/contract/desk-contract.ts';
import { startDeskInThread } from '../../support/desk-here.ts';
import Database from 'better-sqlite3';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let desk: Desk;
const open = async () => (desk = await startDeskInThread({ folder, settings: { holdSeconds: 3600 } }));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-once-'));
  await open();
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

const request = (PackageId: string, Weight = 100) => ({
  endpoint: 2,
  body: { Package: { PackageId, ServiceCode: 'SGP', Weight } },
});
const journalled = () =>
  readdirSync(join(folder, 'journal')).flatMap((name) =>
    readFileSync(join(folder, 'journal', name), 'utf8')
      .trim()
      .split('\n'),
  ).length;
/** All entries with details, except the time-dependent waiting reason. */
const everything = async () => {
  const { rows } = await desk.ask('entries.page', {});
  const details = await Promise.all(rows.map(({ id }) => desk.ask('entries.get', { id })));
  return JSON.stringify(details.map((detail) => ({ ...detail, waitsFor: null })));
};

describe('a command with a known id', () => {
  it('changes nothing and returns the same answer, whatever the command, even after a restart', async () => {
    const add = (PackageId: string, draft = false) =>
      desk.ask('entry.enqueue', { commandId: `enqueue-${PackageId}`, request: request(PackageId), draft });
    const [a, b, c, d] = [await add('A'), await add('B', true), await add('C'), await add('D')];
    const given: { [N in ProcedureName]?: Input<N> } = {
      'entry.enqueue': { commandId: 'enqueue-E', request: request('E') },
      'entry.change': { commandId: 'change-A', id: a.id, request: request('A', 7) },
      'entry.submit': { commandId: 'submit-B', id: b.id },
      'entry.withdraw': { commandId: 'withdraw-C', ids: [c.id, 'none'] },
      'entry.replace': { commandId: 'replace-D', id: d.id, request: request('D2') },
      'entries.setField': { commandId: 'set-field-1', ids: [a.id], path: '$.Package.ServiceCode', value: 'SGP2' },
    };
    const all = async () => {
      const answers: unknown[] = [];
      for (const [name, input] of Object.entries(given)) answers.push(await desk.call(name, input));
      return answers;
    };
    const first = await all();
    expect(first).toEqual(first.map(() => expect.objectContaining({ ok: true })));
    const [made, lines] = [await everything(), journalled()];
    expect(await all()).toEqual(first);
    await desk.close();
    await open();
    expect(await all()).toEqual(first);
    expect(await everything()).toBe(made);
    // A repeated older change must not become the last journal line.
    expect(journalled()).toBe(lines);
  });

  it('sent twice at once creates one entry', async () => {
    const input = { commandId: 'double-press', request: request('A') };
    const [one, two] = await Promise.all([desk.ask('entry.enqueue', input), desk.ask('entry.enqueue', input)]);
    expect(two).toEqual(one);
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(1);
    expect(journalled()).toBe(1);
  });

  it('is refused for another procedure', async () => {
    await desk.ask('entry.enqueue', { commandId: 'one-act-only', request: request('A') });
    const other = await desk.call('entry.withdraw', { commandId: 'one-act-only', ids: ['x'] });
    expect(other).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
  });

  it('whose stored answer is damaged changes nothing either, and reports the damage', async () => {
    const add = () => desk.ask('entry.enqueue', { commandId: 'enqueue-A', request: request('A') });
    await add();
    await desk.close();
    const disk = new Database(join(folder, deskFile));
    disk.exec(`UPDATE command SET answer = replace(answer, '"A"', '"B"')`);
    disk.close();
    await open();
    await expect(add()).rejects.toMatchObject({ problem: { kind: 'damaged' } });
    expect((await desk.ask('entries.page', {})).rows.map(({ key }) => key)).toEqual(['A']);
    expect((await desk.ask('backup.verify', {})).damages).toMatchObject([{ part: 'command' }]);
  });
});
