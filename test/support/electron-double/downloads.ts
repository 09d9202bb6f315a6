import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from './app.ts';

/** Puts a download into the one folder of this double; Electron would ask the person where to. */
export function keepDownload(headers: Headers, body: Buffer): void {
  const folder = join(app.getPath('userData'), 'downloads');
  mkdirSync(folder, { recursive: true });
  const name = /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  const part = join(app.getPath('userData'), `${name}.part`);
  writeFileSync(part, body);
  // whoever watches the folder sees whole files only
  renameSync(part, join(folder, name));
}
