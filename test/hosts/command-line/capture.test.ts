import { openDesk } from '../../../electron/storage/database/open-desk.ts';
import { runDesk, startDeskProcess, temporaryFolder } from '../../support/run-desk.ts';
import { order, list, keysIn } from './captured.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('desk enqueue', () => {
  it('answers each line once it is on disk, and refuses only the invalid ones', async () => {
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

  it('warns of an own label that cannot be printed, and accepts the order nevertheless', async () => {
    const folder = temporaryFolder();
    const own = (key: string, ImportLabel: string) => order(key, { ImportLabel });
    const input = own('PD-1', 'no label') + order('PD-2') + own('PD-3', '^XA^JUS^FO1,1^GB9,9,9^FS^XZ');
    const { code, lines } = await runDesk(['enqueue', '--data', folder], input);
    const told = lines.map(({ warnings }) =>
      (warnings as { code: string; path: string; message: string }[]).filter((one) => one.code === 'own-label'),
    );
    const warning = (message: unknown) => [{ path: '$.Package.ImportLabel', message }];
    expect(code).toBe(0);
    const [first, third] = [expect.stringMatching(/no PDF, PNG or ZPL/), expect.stringMatching(/\^JU/)];
    expect(told).toMatchObject([warning(first), [], warning(third)]);
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-2', 'PD-3']);
  });

  it('warns of letters that no label font has, by field, and accepts the order nevertheless', async () => {
    const folder = temporaryFolder();
    const to = (key: string, ShipToAddress: object, more = {}) => order(key, { ShipToAddress, ...more });
    const input =
      to('PD-1', { Contact: 'Ana 🎉 Ruiz', City: 'Łódź' }) +
      to('PD-2', { Contact: '张伟', Email: '🎉' }) +
      to('PD-3', { Contact: 'Ana 🎉' }, { ImportLabel: '^XA^FO1,1^GB9,9,9^FS^XZ' });
    const { code, lines } = await runDesk(['enqueue', '--data', folder], input);
    const told = lines.map(({ warnings = [] }) =>
      (warnings as { code: string; path: string; params: object }[]).filter((one) => one.code === 'missing-glyph'),
    );
    expect(code).toBe(0);
    expect(told).toMatchObject([
      [{ path: '$.Package.ShipToAddress.Contact', params: { characters: '🎉 (U+1F389)' } }],
      [],
      [],
    ]);
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-2', 'PD-3']);
  });

  it('has every answered capture on disk when it is killed', async () => {
    const folder = temporaryFolder();
    const { child, result: ended } = startDeskProcess(['enqueue', '--data', folder]);
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

  it('reports the same capture as existing, and other content under its key as a problem', async () => {
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
  it('in use is refused to a second process, which changes nothing, but can be read', async () => {
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
    expect((await owner.result).code).toBe(0);
    expect((await runDesk(['enqueue', '--data', folder], order('PD-2'))).code).toBe(0);
  });

  it('written by a newer program is refused and left unchanged', async () => {
    const folder = temporaryFolder();
    const db = openDesk(folder);
    db.exec('CREATE TABLE of_newer (a TEXT) STRICT; PRAGMA user_version = 999');
    db.close();
    const before = readFileSync(join(folder, 'desk.db'));
    for (const args of [['enqueue'], ['list'], ['deliver', '--until-idle']]) {
      const { code, lines } = await runDesk([...args, '--data', folder], order('PD-1'));
      expect(code).toBe(1);
      expect(lines[0]?.['problem']).toMatchObject({ kind: 'newer-database', params: { found: 999 } });
    }
    expect(readFileSync(join(folder, 'desk.db')).equals(before)).toBe(true);
  });

  it('that is damaged is refused and left unchanged', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'desk.db'), 'this is no database, whatever its name is'.repeat(100));
    const { code, lines } = await runDesk(['enqueue', '--data', folder], order('PD-1'));
    expect(code).toBe(1);
    expect(lines[0]?.['problem'].kind).toBe('damaged');
    expect(readFileSync(join(folder, 'desk.db'), 'utf8')).toMatch(/^this is no database/);
  });

  it('without a desk is not created by reading it', async () => {
    const folder = join(temporaryFolder(), 'none');
    expect((await runDesk(['list', '--data', folder])).lines[0]?.['problem'].message).toMatch(/no desk/);
    expect(existsSync(folder)).toBe(false);
  });
});
