import { requiredNodeApi } from './node-api-9.ts';
import { dropRootCommand } from './other-user.ts';
import { prepareSandbox } from './sandbox.ts';
import { fetchStandIn, standInFolder } from './stand-in.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');

/** A real Electron that starts on this machine. */
export const testElectron = z.strictObject({
  program: z.string(),
  /** version of Electron */
  version: z.string(),
  nodeApi: z.number(),
  isPinned: z.boolean(),
});
export type TestElectron = z.infer<typeof testElectron>;

/** This project's own Electron binary, if it was downloaded. */
function pinnedProgram(): string | undefined {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  const path = join(folder, 'dist', existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron');
  return existsSync(path) ? path : undefined;
}

/** Returns the Electron that is already on this machine; undefined if there is none. Throws if it does not start. */
function findElectron(): TestElectron | undefined {
  const pinned = pinnedProgram();
  if (pinned) return queryElectron(pinned, true);
  const standInPath = join(standInFolder(), 'electron');
  return existsSync(standInPath) ? queryElectron(standInPath, false) : undefined;
}

/** Returns the Electron for the tests and downloads it if there is none. */
export async function findOrFetchElectron(log: (line: string) => void): Promise<TestElectron> {
  return findElectron() ?? queryElectron(join(await fetchStandIn(log), 'electron'), false);
}

/**
 * Reads the versions of a program as the user who will run it. Throws if the program or a command that it needs is
 * missing.
 */
function queryElectron(program: string, isPinned: boolean): TestElectron {
  prepareSandbox(program);
  const script = 'JSON.stringify({ version: process.versions.electron, nodeApi: Number(process.versions.napi) })';
  const [command = '', ...commandArgs] = [...dropRootCommand(), program, '-p', script];
  const answer = execFileSync(command, commandArgs, {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    cwd: '/',
    encoding: 'utf8',
  });
  const electron = testElectron.parse({ program, isPinned, ...(JSON.parse(answer) as object) });
  const missing = requiredCommands(electron).filter((one) => !hasCommand(one));
  if (missing.length > 0) throw new Error(`this machine has no ${missing.join(' and no ')}`);
  return electron;
}

/** The line about Electron that every report contains. */
export const describeElectron = ({ version, isPinned, program }: TestElectron): string =>
  `Electron ${version} for the tests: ${isPinned ? 'the one this project is built for' : 'a stand-in for the one this project is built for, which is not on this machine'} (${program})`;

const requiredCommands = ({ nodeApi }: TestElectron): string[] => [
  'Xvfb',
  ...(nodeApi < requiredNodeApi ? ['cc'] : []),
];

const hasCommand = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
