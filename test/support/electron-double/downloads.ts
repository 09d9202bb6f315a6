import { app } from './app.ts';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Saves a download in a fixed folder; Electron would ask the user where. */
export function saveDownload(headers: Headers, body: Buffer): void {
  const folder = join(app.getPath('userData'), 'downloads');
  mkdirSync(folder, { recursive: true });
  const name = /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  const partialPath = join(app.getPath('userData'), `${name}.part`);
  writeFileSync(partialPath, body);
  // A test that watches the folder must see complete files only.
  renameSync(partialPath, join(folder, name));
}
