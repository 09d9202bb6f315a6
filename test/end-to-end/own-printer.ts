import { spawnDesk } from '../support/desk-process.ts';
import { ask } from './ask.ts';
import { expect, test, type DeskOnScreen, type HostName } from './desk-test.ts';
import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the journeys of a file a machine folder of their own, or other journeys would print on its printers. */
export function machineOfItsOwn(): void {
  const before = process.env['PARCEL_DESK_MACHINE'];
  let machine: string;
  test.beforeAll(() => {
    machine = mkdtempSync(join(tmpdir(), 'desk-machine-'));
    process.env['PARCEL_DESK_MACHINE'] = machine;
  });
  test.afterAll(() => {
    process.env['PARCEL_DESK_MACHINE'] = before;
    rmSync(machine, { recursive: true, force: true });
  });
}

/** Adds a printer on the command line or, in the real Electron, which runs as another user, by a confirmed call. */
export async function setUp(desk: DeskOnScreen, host: HostName, address: string): Promise<void> {
  if (host !== 'electron') {
    const { result: ended } = spawnDesk(['printers', 'add', 'Desk 1', address]);
    expect((await ended).code).toBe(0);
    return;
  }
  await desk.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
  });
  await ask(desk.page, 'printers.add', { commandId: 'command printer', name: 'Desk 1', address });
}

/** Removes the printer, since the next journey sets up its own. */
export const takeAway = (page: Page): Promise<unknown> =>
  ask(page, 'printers.remove', { commandId: 'command no printer', name: 'Desk 1' });
