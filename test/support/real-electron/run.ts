import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openScreen } from './screen.ts';
import { stageApp } from './stage-app.ts';
import type { TestElectron } from './test-electron.ts';

const prepared = z.strictObject({
  program: z.string(),
  version: z.string(),
  /** the folder of the built app */
  app: z.string(),
  preload: z.string().nullable(),
  display: z.string(),
});
type Prepared = z.infer<typeof prepared>;

/** Tells processes that are started later what this run has. */
const told = 'PARCEL_DESK_PREPARED_ELECTRON';

/** Whether this run has a real Electron. */
export const hasElectron = (): boolean => process.env[told] !== undefined;

/** The real Electron of this run. */
export function electronOfRun(): Prepared {
  const text = process.env[told];
  if (text === undefined) throw new Error('no Electron is prepared: run `npm run test:electron`');
  return prepared.parse(JSON.parse(text));
}

/** Lays the built app and a screen ready for `electron`, until `end`: once for all programs that this process starts. */
export async function prepareRun({ program, version, nodeApi }: TestElectron): Promise<{ end(): void }> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-electron-'));
  const { folder: app, preload } = stageApp(home, nodeApi);
  const screen = await openScreen();
  process.env[told] = JSON.stringify({ program, version, app, preload, display: screen.display } satisfies Prepared);
  return {
    end() {
      screen.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
