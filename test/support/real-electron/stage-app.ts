import { compileBuiltPrograms } from '../../../packaging/keep-compiled.ts';
import { startAfterAttach } from './joined-main.ts';
import { requiredNodeApi, compileNodeApi9, copyForNodeApi9 } from './node-api-9.ts';
import type { TestElectron } from './test-electron.ts';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

export interface StagedApp {
  /** folder that Electron is started with */
  folder: string;
  /** a library to preload if Electron is older than the addon requires */
  preload: string | null;
}

/**
 * Copies the built app to `home` for a user who cannot access the rest of this project, with an addon that runs on the
 * Node-API of this Electron and with programs compiled as in a package.
 */
export function stageApp(home: string, { program, nodeApi }: TestElectron): StagedApp {
  const folder = join(home, 'app');
  const sqlite = join('node_modules', 'better-sqlite3');
  const binary = `linux-${process.arch}.node`;
  mkdirSync(join(folder, sqlite, 'prebuilds'), { recursive: true });
  for (const path of ['package.json', 'dist', `${sqlite}/package.json`, `${sqlite}/lib`])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  const compileError = compileBuiltPrograms(program, join(folder, 'dist/electron'), join(home, 'compiling'));
  if (compileError !== null) throw new Error(compileError);
  startAfterAttach(folder);
  const shipped = join(root, sqlite, 'prebuilds', binary);
  const staged = join(folder, sqlite, 'prebuilds', binary);
  if (nodeApi >= requiredNodeApi) {
    cpSync(shipped, staged);
    return { folder, preload: null };
  }
  copyForNodeApi9(shipped, staged);
  const preload = join(home, 'node-api-9.so');
  compileNodeApi9(preload);
  return { folder, preload };
}
