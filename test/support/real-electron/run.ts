import { packApp } from './pack-app.ts';
import { openScreen } from './screen.ts';
import { stageApp } from './stage-app.ts';
import type { TestElectron } from './test-electron.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const preparedSchema = z.strictObject({
  program: z.string(),
  version: z.string(),
  /** folder of the built app; null: the program is the packaged app */
  app: z.string().nullable(),
  preload: z.string().nullable(),
  display: z.string(),
});
type Prepared = z.infer<typeof preparedSchema>;

/** Environment variable that passes the prepared Electron to processes that start later. */
const preparedVariable = 'PARCEL_DESK_PREPARED_ELECTRON';

/** Whether this run has a real Electron. */
export const hasElectron = (): boolean => process.env[preparedVariable] !== undefined;

/** The real Electron of this run. */
export function electronOfRun(): Prepared {
  const text = process.env[preparedVariable];
  if (text === undefined) throw new Error('no Electron is prepared: run `npm run test:electron`');
  return preparedSchema.parse(JSON.parse(text));
}

/** Folder of the built app if it is not packaged. */
export function builtAppOfRun(): string {
  const { app } = electronOfRun();
  if (app === null) throw new Error('this run is of a packed app');
  return app;
}

async function prepareApp(home: string, electron: TestElectron, isPacked: boolean) {
  if (isPacked) return { ...(await packApp(home, electron)), app: null };
  const { folder: app, preload } = stageApp(home, electron);
  return { program: electron.program, app, preload };
}

/**
 * Prepares the built app and a virtual screen for `electron`, once for all programs that this process starts. `end`
 * removes both.
 */
export async function prepareRun(electron: TestElectron, isPacked = false): Promise<{ end(): void }> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-electron-'));
  // The user that runs Electron cannot access the rest of this project.
  chmodSync(home, 0o755);
  const preparedApp = await prepareApp(home, electron, isPacked);
  const screen = await openScreen();
  const { version } = electron;
  process.env[preparedVariable] = JSON.stringify({
    ...preparedApp,
    version,
    display: screen.display,
  } satisfies Prepared);
  return {
    end() {
      screen.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
