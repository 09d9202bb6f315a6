import { ask } from '../ask.ts';
import { labelOrder } from '../label-order.ts';
import { expect, test } from '../live-desk-test.ts';
import type { ElectronApplication, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

/** Records what the program passes to the system as notifications and tray tips, with a window that has no focus. */
const goAway = (electron: ElectronApplication) =>
  electron.evaluate(({ BrowserWindow, Notification, Tray }) => {
    const shown: Electron.Notification[] = [];
    Reflect.set(globalThis, 'shownNotifications', shown);
    Notification.isSupported = () => true;
    Notification.prototype.show = function (this: Electron.Notification) {
      shown.push(this);
    };
    BrowserWindow.getFocusedWindow = () => null;
    // Windows of other journeys on the same screen take the focus and give it back.
    for (const window of BrowserWindow.getAllWindows()) window.removeAllListeners('focus');
    const tips: string[] = [];
    Reflect.set(globalThis, 'shownTips', tips);
    Tray.prototype.setToolTip = (tip) => void tips.push(tip);
  });
const shown = (electron: ElectronApplication) =>
  electron.evaluate(() =>
    (Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[]).map(({ title, body }) => [title, body]),
  );
const tip = (electron: ElectronApplication) =>
  electron.evaluate(() => (Reflect.get(globalThis, 'shownTips') as string[]).at(-1));
const capture = (page: Page, key: string) =>
  ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder(key) });
const refusals = async (page: Page) => (await ask(page, 'entries.counts', {})).byState.refused;

test('the tray shows how many orders wait; refusals while no one looks cause one notification without order data, and a click on it opens the outbox', async ({
  desk,
}) => {
  const { page, electron } = desk;
  const hold = (holdSeconds: number) => ask(page, 'settings.set', { values: { holdSeconds } });
  await goAway(electron);
  await hold(3600);
  await capture(page, 'HELD1');
  await expect.poll(() => tip(electron)).toBe('Parcel Desk: One order waits');
  await hold(0);
  await page.evaluate(() => (location.hash = '#/settings'));
  await capture(page, 'BAD1');
  const said = ['An order was refused', 'The outbox says why, and what to correct.'];
  await expect.poll(() => shown(electron)).toEqual([said]);
  await capture(page, 'BAD2');
  await expect.poll(() => refusals(page)).toBe(2);
  // The tip about a later order shows that the second refusal has been processed.
  await hold(3600);
  await capture(page, 'HELD2');
  await expect.poll(() => tip(electron)).toBe('Parcel Desk: 2 orders wait');
  await hold(0);
  expect(await shown(electron)).toEqual([said]);

  await electron.evaluate(() =>
    (Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[])[0]?.emit('click'),
  );
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/outbox');
  await page.getByRole('heading', { name: 'Outbox' }).waitFor();

  // A person has looked at the window.
  await electron.evaluate(({ app }) => app.emit('browser-window-focus'));
  await capture(page, 'BAD3');
  await expect.poll(() => shown(electron)).toEqual([said, said]);
});
