import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDesk, openDeskReader } from '../../../electron/database/open-desk.ts';
import { startDeskHere } from '../../support/desk-here.ts';
import { runDesk, startDeskProcess, temporaryFolder } from '../../support/run-desk.ts';

const order = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;

const list = async (folder: string) => (await runDesk(['list', '--data', folder])).lines;

/** A folder in which one order waits. */
async function captured(folder: string, PackageId: string): Promise<void> {
  const desk = await startDeskHere({ folder });
  const request = { endpoint: 2, body: { Package: { PackageId } } };
  await desk.ask('entry.enqueue', { commandId: randomUUID(), request });
  await desk.close();
}

/** Keys of what a folder holds, in the order in which they came, from its file. */
function keysIn(folder: string): string[] {
  const db = openDeskReader(folder);
  const rows = db.prepare<[], { key: string }>('SELECT key FROM entry ORDER BY seq').all();
  db.close();
  return rows.map(({ key }) => key);
}

describe('desk enqueue', () => {
  it('answers each line once it is on disk, and refuses only the bad ones', async () => {
    const folder = temporaryFolder();
    const input = `\uFEFF${order('PD-1')}broken\n\n${order('..')}${order('PD-2', { ServiceCod: 1 })}{"endpoint":16,"path":{"packageId":"A"}}\n${order('PD-3').trim()}`;
    const { code, lines } = await runDesk(['enqueue', '--data', folder], input);
    expect(code).toBe(2);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatchObject({ id: expect.any(String), key: 'PD-1', state: 'queued' });
    expect(lines[1]).toMatchObject({ ok: false, issues: [{ code: 'not-json' }] });
    expect(lines[2]).toMatchObject({ ok: false, issues: [{ path: '$.Package.PackageId' }] });
    expect(lines[3]).toMatchObject({ ok: false, issues: [{ path: '$.Package.ServiceCod' }] });
    expect(lines[4]).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
    expect(lines[5]).toMatchObject({ key: 'PD-3', state: 'queued' });
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-3']);
  });

  it('has on disk what it has answered, killed in the middle', async () => {
    const folder = temporaryFolder();
    const { child, ended } = startDeskProcess(['enqueue', '--data', folder]);
    child.stdin?.write(Array.from({ length: 3000 }, (_, i) => order(`PD-${i}`)).join(''));
    let answered = 0;
    child.stdout?.on('data', (piece: Buffer) => {
      answered += piece.toString().split('\n').length - 1;
      if (answered > 300) child.kill('SIGKILL');
    });
    const said = (await ended).lines.map((line) => line['key']);
    const kept = keysIn(folder);
    expect(said.length).toBeGreaterThan(300);
    expect(said.length).toBeLessThan(3000);
    expect(kept).toEqual(expect.arrayContaining(said));
  });

  it('answers the same capture as there already, and other content under its key as a problem', async () => {
    const folder = temporaryFolder();
    const { lines, code } = await runDesk(
      ['enqueue', '--data', folder],
      order('PD-1') + order('PD-1') + order('PD-1', { Remark: 'other' }),
    );
    expect(lines[1]).toMatchObject({ key: 'PD-1', already: true, id: lines[0]?.['id'] });
    expect(lines[2]).toMatchObject({ ok: false, problem: { kind: 'key-in-use' } });
    expect(code).toBe(2);
    expect(keysIn(folder)).toHaveLength(1);
  });
});

describe('a data folder', () => {
  it('in use is refused to a second owner, who changes nothing, and can be read', async () => {
    const folder = temporaryFolder();
    const owner = startDeskProcess(['enqueue', '--data', folder]);
    owner.child.stdin?.write(order('PD-1'));
    await new Promise((resolve) => owner.child.stdout?.once('data', resolve));
    for (const args of [['enqueue'], ['deliver', '--until-idle'], ['import', 'x.csv', '--as', 'label-order']]) {
      const { code, lines } = await runDesk([...args, '--data', folder], order('PD-2'));
      expect(code).toBe(1);
      expect(lines).toEqual([{ problem: expect.objectContaining({ kind: 'folder-in-use' }) }]);
      expect(lines[0]?.['problem'].message).toContain(`process ${owner.child.pid}`);
    }
    expect((await list(folder)).map((row) => row['key'])).toEqual(['PD-1']);
    owner.child.stdin?.end();
    expect((await owner.ended).code).toBe(0);
    expect((await runDesk(['enqueue', '--data', folder], order('PD-2'))).code).toBe(0);
  });

  it('written by a newer program is refused and left as it is', async () => {
    const folder = temporaryFolder();
    const db = openDesk(folder);
    db.pragma('user_version = 999');
    db.close();
    const before = readFileSync(join(folder, 'desk.db'));
    for (const args of [['enqueue'], ['list'], ['deliver', '--until-idle']]) {
      const { code, lines } = await runDesk([...args, '--data', folder], order('PD-1'));
      expect(code).toBe(1);
      expect(lines[0]?.['problem']).toMatchObject({ kind: 'newer-database', params: { found: 999 } });
    }
    expect(readFileSync(join(folder, 'desk.db')).equals(before)).toBe(true);
  });

  it('that is damaged is refused and left as it is', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'desk.db'), 'this is no database, whatever its name is'.repeat(100));
    const { code, lines } = await runDesk(['enqueue', '--data', folder], order('PD-1'));
    expect(code).toBe(1);
    expect(lines[0]?.['problem'].kind).toBe('damaged');
    expect(readFileSync(join(folder, 'desk.db'), 'utf8')).toMatch(/^this is no database/);
  });

  it('that holds no desk is not made by a look at it', async () => {
    const folder = join(temporaryFolder(), 'none');
    expect((await runDesk(['list', '--data', folder])).lines[0]?.['problem'].message).toMatch(/no desk/);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('desk import', () => {
  const sample = fileURLToPath(new URL('../../../electron/practice/samples/label-orders.csv', import.meta.url));
  const file = (folder: string, content: string | Buffer, name = 'orders.csv'): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('queues every row of the sample, naming District on 86 of them', async () => {
    const folder = temporaryFolder();
    const { code, lines } = await runDesk(['import', sample, '--as', 'label-order', '--data', folder]);
    expect(code).toBe(0);
    expect(lines).toHaveLength(184);
    expect(lines.map((line) => line['row'])).toEqual(Array.from({ length: 184 }, (_, i) => i + 2));
    expect(lines.every((line) => line['state'] === 'queued')).toBe(true);
    expect(
      lines.filter((line) => line['warnings']?.some((warning: { column: string }) => warning.column === 'District')),
    ).toHaveLength(86);
    const again = await runDesk(['import', sample, '--as', 'label-order', '--data', folder]);
    expect(again.lines.every((line) => line['already'])).toBe(true);
    expect(keysIn(folder)).toHaveLength(184);
  });

  it('queues the good rows and answers the others with their problems', async () => {
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

  it('refuses as a whole what cannot be read, and changes nothing', async () => {
    const folder = temporaryFolder();
    await captured(folder, 'PD-9');
    const unreadable: [string, string | Buffer][] = [
      ['a file that is no spreadsheet', Buffer.from('%PDF-1.4')],
      ['an empty one', ''],
      ['GBK', Buffer.from('PackageId,Contact\nPD-1,\xb3\xc2\n', 'latin1')],
      ['UTF-16', Buffer.from('\uFEFFPackageId,Contact\nPD-1,A\n', 'utf16le')],
      ['a missing column', 'Contact\nA\n'],
    ];
    const path = file(folder, '%PDF-1.4');
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', folder]);
    expect({ code, lines }).toEqual({ code: 1, lines: [{ problem: expect.objectContaining({ kind: 'bad-file' }) }] });
    const desk = await startDeskHere({ folder });
    onTestFinished(() => desk.close());
    for (const [what, content] of unreadable) {
      const refused = await desk.call('import.file', { path: file(folder, content), as: 'label-order' });
      expect(refused, what).toMatchObject({ ok: false, problem: { kind: 'bad-file' } });
      expect(keysIn(folder), what).toEqual(['PD-9']);
    }
  });

  it.each([
    ['a file that is not there', 'nowhere.csv'],
    ['a folder', '.'],
  ])('refuses %s', async (_what, path) => {
    const { code, lines } = await runDesk(['import', path, '--as', 'label-order', '--data', temporaryFolder()]);
    expect(code).toBe(1);
    expect(lines[0]?.['problem'].kind).toBe('bad-file');
  });

  it('refuses what it cannot import as', async () => {
    const { lines } = await runDesk(['import', sample, '--as', 'poem', '--data', temporaryFolder()]);
    expect(lines[0]?.['problem'].message).toMatch(/label-order/);
  });

  it('killed in the middle and run again, has every row once', async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 3000 }, (_, i) => `PD-${i},Contact ${i}`);
    const path = file(folder, `PackageId,Contact\n${rows.join('\n')}\n`);
    const args = ['import', path, '--as', 'label-order', '--data', folder];
    const first = startDeskProcess(args);
    await reaches(folder, 300);
    first.child.kill('SIGKILL');
    await first.ended;
    const kept = keysIn(folder).length;
    expect(kept).toBeGreaterThanOrEqual(300);
    expect(kept).toBeLessThan(3000);
    const second = await runDesk(args);
    expect(second.code).toBe(0);
    expect(second.lines.filter((line) => line['already'])).toHaveLength(kept);
    const keys = keysIn(folder);
    expect(keys).toHaveLength(3000);
    expect(new Set(keys).size).toBe(3000);
  });

  it('copies of a folder are made, checked and restored', async () => {
    const folder = temporaryFolder();
    await runDesk(['enqueue', '--data', folder], order('PD-1') + order('PD-2'));
    const made = await runDesk(['backup', '--data', folder, '--to', join(folder, 'copies')]);
    expect(made).toMatchObject({ code: 0, lines: [{ entries: 2 }] });
    expect(await runDesk(['verify', '--data', folder])).toMatchObject({
      code: 0,
      lines: [{ whole: true, entries: 2 }],
    });
    await runDesk(['enqueue', '--data', folder], order('PD-3'));
    const other = temporaryFolder();
    const journal = join(folder, 'journal');
    expect(readdirSync(journal)).toHaveLength(1);
    const args = ['restore', '--from', made.lines[0]?.['path'], '--data', other, '--journal', journal];
    expect(await runDesk(args)).toMatchObject({ code: 0, lines: [{ fromJournal: 1 }] });
    expect(keysIn(other)).toEqual(['PD-1', 'PD-2', 'PD-3']);
    expect(await runDesk(args)).toMatchObject({ code: 1, lines: [{ problem: { kind: 'bad-file' } }] });
  });
});

/** Waits until a desk that another process writes holds so many entries. */
async function reaches(folder: string, entries: number): Promise<void> {
  while (!existsSync(join(folder, 'desk.db'))) await yieldToEventLoop();
  for (;;) {
    try {
      const db = openDeskReader(folder);
      const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM entry');
      try {
        while ((count.get()?.n ?? 0) < entries) await yieldToEventLoop();
        return;
      } finally {
        db.close();
      }
    } catch {
      // not made yet
      await yieldToEventLoop();
    }
  }
}

const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve, 5));
