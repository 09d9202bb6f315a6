import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import { openScreenDesk, type ScreenDeskOptions } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets, type SecretStore } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { desksInThread } from '../support/desk-here.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

export let root: string;
export let desk: ScreenDesk;
export let events: NumberedEvent[];
export let secrets: SecretStore;
export let service: { url: string; heard: { headers: IncomingHttpHeaders; body: string }[]; server: Server };

/** Opens the desk in this thread; tests that interrupt a switch pass workers instead. */
export async function open(
  given: Pick<ScreenDeskOptions, 'service' | 'account' | 'desks' | 'confirmPrinter' | 'whenIdle'> = {},
): Promise<void> {
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets, desks: desksInThread, ...given });
  events = [];
  desk.onEvent((event) => void events.push(event));
}
export async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
  const result = (await desk.call(name, input)) as Result<Output<N>>;
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}
export const problemOf = (asked: Promise<unknown>): Promise<Problem | null> =>
  asked.then(
    () => null,
    (error: ProblemError) => error.problem,
  );
let commands = 0;
export const command = () => `two-workspaces-${process.pid}-${++commands}`;
export const request = (PackageId: string) => ({ endpoint: 2, body: { Package: { PackageId, ServiceCode: 'SGP' } } });
export const capture = (PackageId: string) =>
  ask('entry.enqueue', { commandId: command(), request: request(PackageId) });
export const setService = (account = '') =>
  ask('desk.setService', { commandId: command(), address: service.url, account });
export const goTo = (to: 'practice' | 'live', drafts = false) =>
  ask('desk.switch', { commandId: command(), to, drafts });
/** Switches to live, and binds the live folder to the service by an order that arrives there. */
export async function bindLive(): Promise<void> {
  await setService();
  await goTo('live');
  await ask('settings.set', { values: { holdSeconds: 0 } });
  await capture('B1');
  await until(() => service.heard.length > 0);
}
export const keys = async () => (await ask('entries.page', {})).rows.map(({ key }) => key).sort();
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 400; n++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never happened');
}

/** A service that accepts every create and knows no status. */
async function startService(): Promise<void> {
  const heard: (typeof service)['heard'] = [];
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (piece: Buffer) => (body += piece.toString()));
    incoming.on('end', () => {
      if (incoming.method === 'POST') heard.push({ headers: incoming.headers, body });
      outgoing.writeHead(incoming.method === 'POST' ? 201 : 404, { 'Content-Type': 'application/json' });
      outgoing.end(incoming.method === 'POST' ? '{"SvcPackageId":"S1"}' : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  service = { url: `http://127.0.0.1:${address.port}`, heard, server };
}

/** Starts a service and creates an empty root before each test, and removes both after it. */
export function inTwoFolders(): void {
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'parcel-two-'));
    secrets = createMemorySecrets();
    await startService();
  });
  afterEach(async () => {
    await desk.close();
    service.server.closeAllConnections();
    service.server.close();
    rmSync(root, { recursive: true, force: true });
  });
}
export function keepSecretsIn(store: SecretStore): void {
  secrets = store;
}
