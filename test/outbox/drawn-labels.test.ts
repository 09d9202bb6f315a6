import { readCapture } from '../../electron/outbox/capture.ts';
import { createNumbers, hasLabel } from '../../shared/creates/create-kinds.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { sampleCreates } from '../practice/sample-creates.ts';
import { openTestOutbox } from '../support/open-test-outbox.ts';
import { expect, it, onTestFinished } from 'vitest';

it('exactly the entries with a label, drawn here or their own, are on a list of labels once they have a number', () => {
  const box = openTestOutbox();
  onTestFinished(() => box.close());
  const take = box.db.prepare<[string, string]>(
    `UPDATE entry SET state = 'accepted', accepted_at = 1, tracking_number = ?, tracking_final = 1 WHERE id = ?`,
  );
  const listOf = box.db.prepare<[string], { list: string | null }>('SELECT label_list AS list FROM entry WHERE id = ?');
  for (const endpoint of createNumbers) {
    const sample = sampleCreates.find((one) => one.endpoint === endpoint);
    const read = readCapture({ endpoint, body: sample?.body }, defaultSettings);
    if (!read.ok) throw new Error(read.problem.message);
    const { id } = box.outbox.enqueue(`c${endpoint}`, read.value, 'Mia', false);
    take.run(`T${endpoint}`, id);
    expect(listOf.get(id)?.list, String(endpoint)).toBe(hasLabel(endpoint, sample?.body) ? 'ready' : null);
  }
});
