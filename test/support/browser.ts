import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { fontsFile } from './fonts-file.ts';
import { unpackChromium } from './unpack-chromium.ts';

export interface TestBrowser {
  executablePath: string;
  /** where it came from, for a person who reads a log */
  from: string;
  /** what the browser must be started with beside the test's own environment */
  env: Record<string, string>;
}

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

function ofSystem(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find((path) => existsSync(path));
}

/** Whether it starts at all here, with the libraries it finds. */
function starts(path: string, env: Record<string, string>): boolean {
  try {
    execFileSync(path, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * A Chromium for the tests: the one a person names, else Playwright's own, else the one in an npm package, else the
 * system's. Rejects with the ways out where none of them starts.
 */
export async function findBrowser(): Promise<TestBrowser> {
  const env = { FONTCONFIG_FILE: fontsFile() };
  const named = process.env['PARCEL_DESK_CHROMIUM'];
  if (named) return { executablePath: named, from: 'PARCEL_DESK_CHROMIUM', env };

  const own = chromium.executablePath();
  if (existsSync(own) && starts(own, env)) return { executablePath: own, from: 'Playwright', env };

  const unpacked = await unpackChromium();
  if (unpacked) {
    if (starts(unpacked.path, env)) return { executablePath: unpacked.path, from: 'the npm package', env };
    const withLibraries = { ...env, LD_LIBRARY_PATH: unpacked.libraries };
    if (starts(unpacked.path, withLibraries))
      return { executablePath: unpacked.path, from: 'the npm package, with its libraries', env: withLibraries };
  }

  const system = ofSystem();
  if (system && starts(system, env)) return { executablePath: system, from: 'the system', env };

  throw new Error(
    'No Chromium starts here. Run `npx playwright install chromium`, or install the package chromium of the system, ' +
      'or name one in PARCEL_DESK_CHROMIUM.',
  );
}
