import { spawnDesk, type DeskRun } from '../../support/desk-process.ts';
import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
let first: DeskRun;
/** Runs the tour once for all tests. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  first = await spawnDesk(['tour', '--data', folder], { input: '' }).result;
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('desk tour', { timeout: 300_000 }, () => {
  it('goes from the sample spreadsheets to labels, and reports if it ran before', async () => {
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/204 new/);
    expect(first.stdout).toMatch(/204 orders have a tracking number/);
    const pdf = readFileSync(join(folder, 'labels.pdf'), 'latin1');
    expect(pdf).toMatch(/^%PDF-/);
    expect(pdf).toMatch(/\/Count 204\b/);

    const second = await runDesk(['tour', '--data', folder]);
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/0 new.*204 were here from an earlier run/);
  });

  it("shows the practice service's answers to lookups, and a label of every order with a number", async () => {
    const rows = (await runDesk(['list', '--data', folder, '--state', 'done'])).lines;
    const [one, two] = rows.map((row) => row.trackingNumber as string);
    const single = await runDesk(['track', one ?? '', '--data', folder]);
    expect(single).toMatchObject({ code: 0, lines: [{ answer: { TrackingNumber: one } }] });
    const several = await runDesk(['track', one ?? '', two ?? '', '--data', folder]);
    expect(several.lines[0].answer.map((it: { TrackingNumber: string }) => it.TrackingNumber)).toEqual([one, two]);
    expect((await runDesk(['inventory', 'MUG-350-BLU', '--warehouse', 'W1', '--data', folder])).code).toBe(0);
    expect((await runDesk(['sku', 'MUG-350-BLU', '--data', folder])).lines[0].answer).toEqual(expect.any(Array));
    const parcel = { Weight: 500, Length: 10, Width: 10, Height: 5, WarehouseId: 'W1', Country: 'DE' };
    const prices = await runDesk(['price', 'outbound', '--data', folder], JSON.stringify(parcel));
    expect(prices).toMatchObject({ code: 0, lines: [{ unexpected: [] }] });
    const out = join(folder, 'again.pdf');
    const labels = await runDesk(['labels', '--data', folder, '--out', out]);
    expect(labels).toMatchObject({ code: 0, lines: [{ path: out, labels: 204, problems: [] }] });
  });

  it('writes no labels if there are none', async () => {
    const folder = temporaryFolder();
    const order = JSON.stringify({ endpoint: 2, body: { Package: { PackageId: 'PD-1' } } });
    await runDesk(['enqueue', '--data', folder], order);
    const none = await runDesk(['labels', '--data', folder, '--out', join(folder, 'x.pdf')]);
    expect(none).toMatchObject({ code: 1, lines: [{ problem: { kind: 'label' } }] });
  });
});
