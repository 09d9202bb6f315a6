import { labelCapture } from '../../support/open-test-outbox.ts';
import { openPrintDesk } from '../../support/print-jobs.ts';
import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A folder with one order for each recipient, each with a number. */
function settled(recipients: Record<string, object>): string {
  const folder = join(temporaryFolder(), 'data');
  const desk = openPrintDesk({ folder });
  for (const [key, ShipToAddress] of Object.entries(recipients)) {
    desk.outbox.enqueue(key, labelCapture(key, { ShipToAddress }), 'Mia', false);
    desk.settleAs(`T-${key}`);
  }
  desk.close();
  return folder;
}
const emoji = { Contact: 'Ana 🎉 Ruiz', Street1: 'Calle 🧸', City: 'Madrid 🎉', Country: 'ES' };
const plain = { Contact: 'Zoë', Street1: '中山路 5', Country: 'CN' };

describe('desk labels', () => {
  it('reports each order whose label a font cannot draw, with the fields and their letters, and writes the others', async () => {
    const folder = settled({ A1: emoji, A2: plain });
    const out = join(folder, 'labels.pdf');
    const { code, lines } = await runDesk(['labels', '--data', folder, '--out', out]);
    expect(code).toBe(2);
    const problem = (message: string) => ({ id: expect.any(String) as unknown, key: 'A1', message, stops: true });
    expect(lines).toEqual([
      {
        path: out,
        labels: 1,
        problems: [
          problem('recipient.Contact: no font of the label has 🎉 (U+1F389)'),
          problem('recipient.Street1: no font of the label has 🧸 (U+1F9F8)'),
          problem('recipient.City: no font of the label has 🎉 (U+1F389)'),
        ],
      },
    ]);
    expect(existsSync(out)).toBe(true);
  });

  it('names every order and field in one answer if no label can be drawn', async () => {
    const folder = settled({ A1: emoji, A2: { ...plain, Contact: '🧸' } });
    const out = join(folder, 'labels.pdf');
    const { code, lines } = await runDesk(['labels', '--data', folder, '--out', out]);
    expect(code).toBe(1);
    const [first, ...others] = lines as { problem: { kind: string; message: string } }[];
    expect(first?.problem.kind).toBe('label');
    for (const text of ['A1: recipient.Contact: ', 'A1: recipient.Street1: ', 'A2: recipient.Contact: '])
      expect(first?.problem.message).toContain(`${text}no font of the label has `);
    expect(others).toEqual([]);
  });
});
