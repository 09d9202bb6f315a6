import { startDeskInThread } from '../../support/desk-here.ts';
import { runDesk, startDeskProcess, temporaryFolder } from '../../support/run-desk.ts';
import { captured, keysIn, reaches } from './captured.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('desk import', () => {
  const sample = fileURLToPath(new URL('../../../electron/practice/samples/label-orders.csv', import.meta.url));
  const file = (folder: string, content: string | Buffer, name = 'orders.csv'): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('queues every row of the sample, with District as a line of the address', async () => {
    const folder = temporaryFolder();
    const { code, lines } = await runDesk(['import', sample, '--as', 'label-order', '--data', folder]);
    expect(code).toBe(0);
    expect(lines).toHaveLength(184);
    expect(lines.map((line) => line['row'])).toEqual(Array.from({ length: 184 }, (_, i) => i + 2));
    expect(lines.every((line) => line['state'] === 'queued')).toBe(true);
    expect(lines.filter((line) => line['warnings'])).toEqual([]);
    const again = await runDesk(['import', sample, '--as', 'label-order', '--data', folder]);
    expect(again.lines.every((line) => line['already'])).toBe(true);
    expect(keysIn(folder)).toHaveLength(184);
  });

  it('warns of each row whose own label cannot be printed, and queues it nevertheless', async () => {
    const folder = temporaryFolder();
    const path = file(folder, 'PackageId,ImportLabel\nPD-1,no label\nPD-2,\nPD-3,http://labels.example/1.pdf\n');
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', folder]);
    expect(code).toBe(0);
    const warnings = [{ column: 'ImportLabel', message: expect.stringMatching(/no PDF, PNG or ZPL/) }];
    expect(lines).toMatchObject([{ state: 'queued', warnings }, { state: 'queued' }, { state: 'queued', warnings }]);
    expect(lines[1]).not.toHaveProperty('warnings');
  });

  it('warns of each row with letters that no label font has, by column, and queues it nevertheless', async () => {
    const folder = temporaryFolder();
    const rows = ['PD-1,Ana 🎉 Ruiz,Calle 🧸🎉', 'PD-2,张伟,Ελλάδα 5', 'PD-3,Zoë,\u{10ffff}', 'PD-4,Ana,Calle 1'];
    const path = file(folder, `PackageId,Contact,Package.ShipToAddress.Street1\n${rows.join('\n')}\n`);
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', folder]);
    expect(code).toBe(0);
    const message = (letters: string) =>
      `No font of the label has ${letters}, so the label cannot be printed. Write it in other letters.`;
    expect(lines.map(({ row, state, warnings }) => ({ row, state, warnings: warnings as unknown }))).toEqual([
      {
        row: 2,
        state: 'queued',
        warnings: [
          { column: 'Contact', message: message('🎉 (U+1F389)') },
          { column: 'Package.ShipToAddress.Street1', message: message('🧸 (U+1F9F8), 🎉 (U+1F389)') },
        ],
      },
      { row: 3, state: 'queued' },
      {
        row: 4,
        state: 'queued',
        warnings: [{ column: 'Package.ShipToAddress.Street1', message: message('\u{10ffff} (U+10FFFF)') }],
      },
      { row: 5, state: 'queued' },
    ]);
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-2', 'PD-3', 'PD-4']);
  });

  it('queues the valid rows and answers the others with their problems', async () => {
    const folder = temporaryFolder();
    await captured(folder, 'PD-9');
    const path = file(
      folder,
      'PackageId;Weight;Custom\nPD-1;1,5;\nPD-2;2;\n..;1;\nPD-3;1;\nPD-3;2;\nPD-9;1;\nPD-4;1;' + 'x'.repeat(10_000),
    );
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', folder]);
    expect(code).toBe(2);
    expect(lines.map((line) => line['state'])).toEqual([
      'problem',
      'queued',
      'problem',
      'problem',
      'problem',
      'problem',
      'problem',
    ]);
    const problems = lines.map((line) => line['problems']?.[0]);
    expect(problems[0]).toMatchObject({ column: 'Weight', message: expect.stringContaining('1.5') });
    expect(problems[2]).toMatchObject({ column: 'PackageId' });
    expect(problems[3].message).toContain('row 6');
    expect(problems[4].message).toContain('row 5');
    expect(problems[5]).toMatchObject({ column: 'PackageId', message: expect.stringContaining('another entry') });
    expect(problems[6]).toMatchObject({ column: 'Custom' });
    expect(keysIn(folder)).toEqual(['PD-9', 'PD-2']);
  });

  it('refuses an unreadable file as a whole, and changes nothing', async () => {
    const folder = temporaryFolder();
    await captured(folder, 'PD-9');
    const unreadable: [string, string | Buffer][] = [
      ['a file that is not a spreadsheet', Buffer.from('%PDF-1.4')],
      ['an empty file', ''],
      ['bytes of no text', Buffer.from([0x50, 0, 1, 2, 3, 0xff, 0xfe, 0, 4])],
      ['a missing column', 'Contact\nA\n'],
    ];
    const path = file(folder, '%PDF-1.4');
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', folder]);
    expect({ code, lines }).toEqual({ code: 1, lines: [{ problem: expect.objectContaining({ kind: 'bad-file' }) }] });
    const desk = await startDeskInThread({ folder });
    onTestFinished(() => desk.close());
    for (const [what, content] of unreadable) {
      const refused = await desk.call('import.file', { path: file(folder, content), as: 'label-order' });
      expect(refused, what).toMatchObject({ ok: false, problem: { kind: 'bad-file' } });
      expect(keysIn(folder), what).toEqual(['PD-9']);
    }
  });

  it.each([
    ['a missing file', 'nowhere.csv'],
    ['a folder', '.'],
  ])('refuses %s', async (_what, path) => {
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', temporaryFolder()]);
    expect(code).toBe(1);
    expect(lines[0]?.['problem'].kind).toBe('bad-file');
  });

  it('refuses an unknown kind of order', async () => {
    const { lines } = await runDesk(['import', sample, '--as', 'poem', '--data', temporaryFolder()]);
    expect(lines[0]?.['problem'].message).toMatch(/label-order/);
  });

  it('contains every row once after it is killed halfway and run again', async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 1000 }, (_, i) => `PD-${i},Contact ${i}`);
    const path = file(folder, `PackageId,Contact\n${rows.join('\n')}\n`);
    const args = ['import', path, '--as', 'label-order', '--data', folder];
    const first = startDeskProcess(args);
    await reaches(folder, 100, first);
    first.child.kill('SIGKILL');
    await first.result;
    const kept = keysIn(folder).length;
    expect(kept).toBeGreaterThanOrEqual(100);
    expect(kept).toBeLessThan(1000);
    const second = await runDesk(args);
    expect(second.code).toBe(0);
    expect(second.lines.filter((line) => line['already'])).toHaveLength(kept);
    const keys = keysIn(folder);
    expect(keys).toHaveLength(1000);
    expect(new Set(keys).size).toBe(1000);
  });
});
