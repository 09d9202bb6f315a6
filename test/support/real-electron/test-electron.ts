import { askedNodeApi } from './node-api-9.ts';
import { asOtherUser } from './other-user.ts';
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
  const note = join(folder, 'path.txt');
  const path = join(folder, 'dist', existsSync(note) ? readFileSync(note, 'utf8').trim() : 'electron');
  return existsSync(path) ? path : undefined;
}

/** The Electron already on this machine; undefined if there is none. Throws if it does not start. */
function keptElectron(): TestElectron | undefined {
  const pinned = pinnedProgram();
  if (pinned) return tried(pinned, true);
  const other = join(standInFolder(), 'electron');
  return existsSync(other) ? tried(other, false) : undefined;
}

/** The Electron for the tests, downloaded if there is none. */
export async function bringElectron(say: (line: string) => void): Promise<TestElectron> {
  return keptElectron() ?? tried(join(await fetchStandIn(say), 'electron'), false);
}

/** Asks the program for its versions, as the user who will run it. */
function tried(program: string, isPinned: boolean): TestElectron {
  prepareSandbox(program);
  const ask = 'JSON.stringify({ version: process.versions.electron, nodeApi: Number(process.versions.napi) })';
  const [command = '', ...words] = [...asOtherUser(), program, '-p', ask];
  const answer = execFileSync(command, words, {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    cwd: '/',
    encoding: 'utf8',
  });
  const electron = testElectron.parse({ program, isPinned, ...(JSON.parse(answer) as object) });
  const missing = commandsFor(electron).filter((one) => !hasCommand(one));
  if (missing.length > 0) throw new Error(`this machine has no ${missing.join(' and no ')}`);
  return electron;
}

/** The line about Electron in every report. */
export const aboutElectron = ({ version, isPinned, program }: TestElectron): string =>
  `Electron ${version} for the tests: ${isPinned ? 'the one this project is built for' : 'a stand-in for the one this project is built for, which is not on this machine'} (${program})`;

const commandsFor = ({ nodeApi }: TestElectron): string[] => ['Xvfb', ...(nodeApi < askedNodeApi ? ['cc'] : [])];

const hasCommand = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
