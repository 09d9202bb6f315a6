import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../desk-test.ts';

const placed = (electron: ElectronApplication) =>
  electron.evaluate(({ BrowserWindow, screen }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
    if (!bounds) throw new Error('there is no window');
    return { bounds, area: screen.getPrimaryDisplay().workArea };
  });

for (const { where, at } of [
  { where: 'on a screen that is gone', at: { x: 9000, y: -4000 } },
  { where: 'half beyond the edge of its screen', at: { x: 1200, y: 900 } },
  { where: 'above the screen, out of reach of a hand', at: { x: 100, y: -500 } },
])
  test(`a window that was closed ${where} opens whole on the screen there is`, async ({ desk, home }) => {
    await desk.close();
    const kept = { ...at, width: 1000, height: 700, maximized: false };
    writeFileSync(join(home, 'window.json'), JSON.stringify(kept));
    await desk.start();
    const { bounds, area } = await placed(desk.electron);
    expect(bounds.x).toBeGreaterThanOrEqual(area.x);
    expect(bounds.y).toBeGreaterThanOrEqual(area.y);
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width);
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(area.y + area.height);
  });

test('zoom is changed by its keys of the menu, within limits, and remembered for screens of this density', async ({
  desk,
}) => {
  const press = (accelerator: string) =>
    desk.electron.evaluate(({ Menu }, accelerator) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
      const found = items.find((item) => item.accelerator === accelerator);
      if (!found) throw new Error(`no key ${accelerator}`);
      found.click();
    }, accelerator);
  const level = () =>
    desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel());
  await press('CommandOrControl+Plus');
  await press('CommandOrControl+=');
  await press('CommandOrControl+numadd');
  expect(await level()).toBe(1.5);
  await desk.close();
  await desk.start();
  await expect.poll(level).toBe(1.5);
  await press('CommandOrControl+-');
  expect(await level()).toBe(1);
  await press('CommandOrControl+0');
  expect(await level()).toBe(0);
  for (let times = 0; times < 20; times += 1) await press('CommandOrControl+-');
  expect(await level()).toBe(-3);
  await press('CommandOrControl+0');
});
