import { writeFontsFile } from './fonts-file.ts';
import { missingLibraries } from './missing-libraries.ts';
import { tryBrowser } from './try-browser.ts';
import { unpackChromium } from './unpack-chromium.ts';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { z } from 'zod';

/** A Chromium that can run the tests. */
export const testBrowser = z.strictObject({
  executablePath: z.string(),
  /** where it was found and why it was chosen, for the log */
  from: z.string(),
  /** environment variables the browser needs in addition to those of the test */
  env: z.record(z.string(), z.string()),
});
export type TestBrowser = z.infer<typeof testBrowser>;

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find((path) => existsSync(path));
}

/** The Chromium of the npm package. It uses the system's libraries, and its own only if one of those is missing. */
async function packagedBrowser(env: Record<string, string>): Promise<TestBrowser | undefined> {
  const unpacked = await unpackChromium();
  if (!unpacked) return undefined;
  const { path: executablePath, libraries } = unpacked;
  const missing = missingLibraries(executablePath);
  if (missing.length === 0) return { executablePath, env, from: "the npm package's, with the libraries of the system" };
  const from = `the npm package's, with its own libraries, since the system lacks ${missing.join(', ')}`;
  const stillMissing = missingLibraries(executablePath, libraries);
  return {
    executablePath,
    env: { ...env, LD_LIBRARY_PATH: libraries },
    from: stillMissing.length === 0 ? from : `${from}; ${stillMissing.join(', ')} is in neither`,
  };
}

async function* candidates(): AsyncGenerator<TestBrowser> {
  const env = { FONTCONFIG_FILE: writeFontsFile() };
  const namedPath = process.env['PARCEL_DESK_CHROMIUM'];
  if (namedPath) {
    yield { executablePath: namedPath, from: 'the one that PARCEL_DESK_CHROMIUM names', env };
    return;
  }
  const ownPath = chromium.executablePath();
  if (existsSync(ownPath)) yield { executablePath: ownPath, from: "Playwright's", env };
  const packaged = await packagedBrowser(env);
  if (packaged) yield packaged;
  const system = systemBrowser();
  if (system) yield { executablePath: system, from: "the system's", env };
}

/**
 * Chooses the Chromium for the tests: the first of these that renders a page, namely the one in PARCEL_DESK_CHROMIUM,
 * Playwright's own, the one in an npm package, and the system's. Reports which one it is and why. If none works, the
 * error says how to get one.
 */
export async function chooseBrowser(log: (line: string) => void): Promise<TestBrowser> {
  for await (const candidate of candidates()) {
    const { from, executablePath } = candidate;
    // A working browser may crash at its first start on a machine; a second failure counts.
    for (const attempt of ['first', 'second']) {
      try {
        log(`Chromium ${await tryBrowser(candidate)} for the tests: ${from} (${executablePath})`);
        return candidate;
      } catch (error) {
        log(`no Chromium for the tests at the ${attempt} trial: ${from}: ${(error as Error).message}`);
      }
    }
  }
  throw new Error(
    'No Chromium starts here. Run `npx playwright install chromium`, or install the package chromium of the system, ' +
      'or name one in PARCEL_DESK_CHROMIUM.',
  );
}
