import { clearDownloads, storeDownload, downloadLifeMs, takeDownload } from '../../../electron/desk/calls/downloads.ts';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('a file created for download', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcel-made-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const about = { name: 'a.csv', mediaType: 'text/csv' };
  const keep = (now: number, text = 'x') => storeDownload(folder, about, now, (path) => writeFile(path, text));

  it('expires after ten minutes, and is deleted from disk when the next one is created', async () => {
    const [late, swept] = [await keep(0), await keep(0)];
    expect(await takeDownload(folder, late.id, downloadLifeMs + 1)).toBeNull();
    const next = await keep(downloadLifeMs + 1);
    expect(readdirSync(join(folder, 'made')).sort()).toEqual([next.id, `${next.id}.json`].sort());
    expect(await takeDownload(folder, swept.id, 1)).toBeNull();
  });

  it('is readable only by this user', async () => {
    await keep(0);
    expect(statSync(join(folder, 'made')).mode & 0o077).toBe(0);
  });

  it('is found only by its id, not by any other path', async () => {
    for (const id of ['..', '../desk.db', 'x'.repeat(36), '']) expect(await takeDownload(folder, id, 0)).toBeNull();
  });

  it('is given to only one of two simultaneous requests', async () => {
    const { id } = await keep(0);
    const both = await Promise.all([takeDownload(folder, id, 0), takeDownload(folder, id, 0)]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
  });

  it('is streamed from disk, and never held in memory as a whole', async () => {
    const large = 'x'.repeat(8 * 1024 * 1024);
    const { id, bytes } = await keep(0, large);
    const made = await takeDownload(folder, id, 0);
    expect(made?.bytes).toBe(bytes);
    const reader = made?.body.getReader();
    const first = await reader?.read();
    expect(first?.value?.byteLength).toBeLessThan(bytes / 8);
    // Meanwhile it cannot be found by name.
    expect(readdirSync(join(folder, 'made'))).toEqual([]);
    let read = first?.value?.byteLength ?? 0;
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      read += next.value.byteLength;
    expect(read).toBe(bytes);
  });

  it('is deleted when the folder is opened again', async () => {
    const { id } = await keep(0);
    await clearDownloads(folder);
    expect(await takeDownload(folder, id, 0)).toBeNull();
  });
});
