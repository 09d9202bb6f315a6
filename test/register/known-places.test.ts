import { knownFolders, provenMounts } from '../../electron/storage/register/known-folders.ts';
import { knownTargets } from '../../electron/storage/register/known-targets.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let machine: string;
beforeEach(() => (machine = mkdtempSync(join(tmpdir(), 'machine-'))));
afterEach(() => rmSync(machine, { recursive: true }));

describe('a known place', () => {
  it('that is chosen again outlives places chosen before that', () => {
    const places = knownFolders(machine);
    places.learn(['/backups']);
    for (let n = 1; n < 50; n++) places.learn([`/place-${String(n)}`]);
    places.learn(['/backups']);
    places.learn(['/new']);
    expect(places.knows('/backups')).toBe(true);
    expect(places.knows('/place-1')).toBe(false);
    expect(places.knows('/new')).toBe(true);
  });
});

describe('a damaged file of the machine', () => {
  it.each<[string, string, () => void]>([
    ['places', 'parcel-desk-places.json', () => knownFolders(machine).learn(['/new'])],
    ['mounts', 'parcel-desk-mounts.json', () => provenMounts(machine).learn('/mnt')],
    ['targets', 'parcel-desk-screens.targets.json', () => knownTargets(machine).learn(null, 'https://a.example')],
  ])('of %s is kept beside the new one', (_what, name, learn) => {
    writeFileSync(join(machine, name), '["/old", "/oth');
    learn();
    expect(readFileSync(join(machine, `${name}.broken-1`), 'utf8')).toBe('["/old", "/oth');
    expect(JSON.parse(readFileSync(join(machine, name), 'utf8'))).toHaveLength(1);
    learn();
    expect(readdirSync(machine).filter((one) => one.includes('.broken-'))).toHaveLength(1);
  });
});
