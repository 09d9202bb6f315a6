import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DeskFile } from '../../shared/desk-state.ts';
import type { MadeFile } from './screen-desk.ts';

const description = z.object({ name: z.string(), mediaType: z.string() });
const homeOf = (folder: string) => join(folder, 'made');

/**
 * Lays a file for a person into the data folder, until a host fetches it: a worker makes it, the host's own thread gives it
 * out, and neither holds it in memory meanwhile.
 */
export async function keepMadeFile(
  folder: string,
  file: Omit<MadeFile, 'body'> & { body: Uint8Array },
): Promise<DeskFile> {
  const { name, mediaType, body } = file;
  const id = randomUUID();
  const path = join(homeOf(folder), id);
  await mkdir(homeOf(folder), { recursive: true, mode: 0o700 });
  await writeFile(path, body, { mode: 0o600 });
  await writeFile(`${path}.json`, JSON.stringify({ name, mediaType }), { mode: 0o600 });
  return { id, name, mediaType, bytes: body.byteLength };
}

/** Gives a file out, once; null where there is none of this id. */
export async function takeMadeFile(folder: string, id: string): Promise<MadeFile | null> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  const path = join(homeOf(folder), id);
  try {
    const about = description.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
    // whoever removes the description has the file: two that ask at once do not both get it
    await rm(`${path}.json`);
    return { ...about, body: new Uint8Array(await readFile(path)) };
  } catch {
    return null;
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes what nobody fetched: labels and lists hold personal data. Called when a host opens the folder. */
export async function clearMadeFiles(folder: string): Promise<void> {
  await rm(homeOf(folder), { recursive: true, force: true });
}
