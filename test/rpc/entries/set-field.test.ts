import { journalLines } from '../../../electron/copies/journal/read-journal.ts';
import { setFieldHandlers } from '../../../electron/desk/handlers/entry-handlers.ts';
import type { Change } from '../../../electron/outbox/entry.ts';
import type { ParsedInput } from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { testDeskContext } from '../../support/test-desk-context.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
let told: DeskEvent[];
let rests: number;
let setField: (input: Partial<ParsedInput<'entries.setField'>>) => Promise<{ changed: string[]; problems: unknown[] }>;
const rewritten = () =>
  [...journalLines(join(desk.folder, 'journal'))].filter((line) => line?.v === 2 && /change|mend/.test(line.event));

beforeEach(() => {
  desk = openTestOutbox();
  told = [];
  rests = 0;
  const handlers = setFieldHandlers({ ...testDeskContext(desk), emit: (event) => void told.push(event) }, () => {
    rests += 1;
    return Promise.resolve();
  });
  setField = async (input) =>
    handlers['entries.setField']({
      commandId: command(),
      ids: [],
      operator: 'Mia',
      path: '$.Package.ServiceCode',
      value: 'SGP2',
      ...input,
    });
});
afterEach(() => desk.close());

let commands = 0;
const command = () => `set-field-${++commands}`;
const add = (key: string, draft = false) => desk.outbox.enqueue(command(), labelCapture(key), 'Ana', draft).id;
const body = (id: string) => desk.reader.detail(id)?.request.body as { Package: Record<string, unknown> };
const state = (id: string) => desk.reader.rowById(id)?.state;
function refuse(change: Partial<Omit<Change, 'events' | 'why'>> = {}): void {
  for (const claimed of desk.outbox.sync.claim(100, desk.now(), 'practice', []))
    desk.outbox.sync.settle(
      claimed,
      null,
      'refused',
      { events: ['refused'], why: { said: '' }, wait: null, reason: { code: '', text: 'no', field: null }, ...change },
      desk.now(),
    );
}

describe('setting one field of many entries', () => {
  it('corrects refused ones, changes queued ones and drafts, and reports the others with reasons', async () => {
    const refused = add('A1');
    refuse();
    const queued = add('A2');
    const draft = add('A3', true);
    const withdrawn = add('A4');
    desk.outbox.withdraw(withdrawn, { operator: '', why: '', decided: false, alone: false });
    const answer = await setField({ ids: [refused, queued, draft, withdrawn, 'none'] });
    expect(answer).toMatchObject({
      changed: [refused, queued, draft],
      problems: [
        { id: withdrawn, key: 'A4', problem: { kind: 'wrong-state' } },
        { id: 'none', key: '', problem: { kind: 'unknown-entry' } },
      ],
    });
    expect([refused, queued, draft].map(state)).toEqual(['queued', 'queued', 'draft']);
    expect([refused, queued, draft].map((id) => body(id).Package['ServiceCode'])).toEqual(['SGP2', 'SGP2', 'SGP2']);
    expect(body(withdrawn).Package['ServiceCode']).toBe('SGP');
    expect(rewritten()).toHaveLength(3);
    expect(told).toContainEqual({ kind: 'entries', ids: [refused, queued, draft] });
  });

  it('leaves entries unchanged that would violate the contract, and reports the issue', async () => {
    const id = add('A1');
    const { changed, problems } = await setField({ ids: [id], path: '$.Package.Weight', value: 'heavy' });
    expect(changed).toEqual([]);
    expect(problems).toMatchObject([{ problem: { kind: 'invalid', issues: [{ path: '$.Package.Weight' }] } }]);
    expect(body(id).Package['Weight']).toBe(100);
  });

  it('does not send an entry under a key that the service may have', async () => {
    const id = add('A1');
    refuse({ maybeTaken: true });
    expect(await setField({ ids: [id] })).toMatchObject({
      changed: [],
      problems: [{ problem: { kind: 'maybe-taken' } }],
    });
    expect(state(id)).toBe('refused');
  });

  it('gives a key to only one entry', async () => {
    const [first, second] = [add('A1'), add('A2')];
    const answer = await setField({ ids: [first, second], path: '$.Package.PackageId', value: 'B1' });
    expect(answer).toMatchObject({ changed: [first], problems: [{ id: second, problem: { kind: 'key-in-use' } }] });
  });

  it('happens once per command, and does not write the journal again', async () => {
    const id = add('A1');
    const commandId = command();
    const first = await setField({ commandId, ids: [id] });
    await setField({ ids: [id], value: 'SGP3' });
    expect(await setField({ commandId, ids: [id] })).toEqual(first);
    expect(body(id).Package['ServiceCode']).toBe('SGP3');
    expect(rewritten()).toHaveLength(2);
  });

  it('removes the field if no value is given', async () => {
    const id = add('A1');
    expect(await setField({ ids: [id], value: undefined })).toMatchObject({ changed: [id] });
    expect(body(id).Package).not.toHaveProperty('ServiceCode');
  });

  it('yields to other work between slices', async () => {
    const ids = Array.from({ length: 25 }, (_, n) => add(`C${n}`));
    expect((await setField({ ids })).changed).toHaveLength(25);
    expect(rests).toBe(2);
  });

  it('refuses a path that is not a field', async () => {
    await expect(setField({ ids: [add('A1')], path: 'Package' })).rejects.toThrow('names no field');
  });
});
