import type { AfterPackContext } from 'electron-builder';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Timeout, which suits a slow machine (ms). */
const compileTimeoutMs = 60_000;

/**
 * Lets the Electron `program` compile the built programs in `folder` that a start waits for, each into a file beside it
 * (electron/desk/threads/compiled-program.ts). `app` is a temporary folder for an app that this Electron runs; it is
 * removed at the end. Answers the error, or null.
 */
export function compileBuiltPrograms(program: string, folder: string, app: string): string | null {
  const modules = new Set(globSync('*.js', { cwd: folder }));
  const files = globSync('*.cjs', { cwd: folder }).filter((file) => modules.has(file.replace(/cjs$/, 'js')));
  const data = mkdtempSync(join(tmpdir(), 'keep-compiled-'));
  // as Node, Electron's V8 has other flags than as an app, and its output would be refused
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  try {
    mkdirSync(app, { recursive: true });
    cpSync(join(import.meta.dirname, 'compile-programs.mjs'), join(app, 'main.mjs'));
    const manifest = { name: 'compile-programs', version: '1.0.0', type: 'module', main: 'main.mjs' };
    writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
    // it runs only what is packed here, and the user may be root, for whom Chromium has no sandbox
    const { status, error, stderr } = spawnSync(program, [app, '--no-sandbox', `--user-data-dir=${data}`], {
      env: { ...env, PARCEL_DESK_COMPILE: JSON.stringify({ folder, files }) },
      encoding: 'utf8',
      timeout: compileTimeoutMs,
    });
    return status === 0 ? null : (error?.message ?? stderr.trim());
  } finally {
    for (const temporary of [app, data]) rmSync(temporary, { recursive: true, force: true });
  }
}

const programs = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
const resources = { linux: 'resources', win32: 'resources', darwin: 'Electron.app/Contents/Resources' };

/**
 * Called by electron-builder once Electron is unpacked and the app is not yet there. An Electron of another system or
 * processor cannot run here: that package compiles at each start.
 */
export default function afterExtract({ appOutDir, electronPlatformName, packager }: AfterPackContext): void {
  const folder = join(packager.projectDir, 'dist/electron');
  for (const old of globSync('*.compiled', { cwd: folder })) rmSync(join(folder, old));
  const system = electronPlatformName as keyof typeof programs;
  const failure = compileBuiltPrograms(
    join(appOutDir, programs[system]),
    folder,
    join(appOutDir, resources[system], 'app'),
  );
  if (failure !== null) process.stderr.write(`The programs are not kept compiled, and start slower: ${failure}\n`);
}
