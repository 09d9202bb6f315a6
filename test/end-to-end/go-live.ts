import { ask } from './ask.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

/** Switches to the other folder and waits for the page, which loads again there. */
export async function switchTo(page: Page, to: 'practice' | 'live'): Promise<void> {
  const anew = page.waitForEvent('load');
  // The page may be gone before the answer arrives.
  await ask(page, 'desk.switch', { commandId: randomUUID(), to }).catch(() => undefined);
  await anew;
  await page.locator('h1').first().waitFor();
  const { mode } = await ask(page, 'desk.state', {});
  if (mode !== to) throw new Error(`The desk did not go to ${to}.`);
}

/** Sets the address of a service and switches the desk to live. */
export async function goLive(page: Page, address: string): Promise<void> {
  await ask(page, 'desk.setService', { commandId: randomUUID(), address });
  await switchTo(page, 'live');
}
