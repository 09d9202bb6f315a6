import { expect, test } from '../desk-test.ts';
import type { ElectronApplication } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

test.use({ goesOn: true });

const placed = (electron: ElectronApplication) =>
  electron.evaluate(({ BrowserWindow, screen }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
    if (!bounds) throw new Error('there is no window');
    return { bounds, area: screen.getPrimaryDisplay().workArea };
  });

for (const { where, at } of [
  { where: 'on a screen that is gone', at: { x: 9000, y: -4000 } },
  { where: 'half beyond the edge of its screen', at: { x: 1200, y: 900 } },
  { where: 'above the screen, out of reach of the mouse', at: { x: 100, y: -500 } },
])
  test(`a window that was closed ${where} opens entirely on the existing screen`, async ({ desk, home }) => {
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

test('a page reports its first paint to the program', async ({ desk }) => {
  const awaited = () => desk.electron.evaluate(({ ipcMain }) => ipcMain.listenerCount('desk:painted'));
  await expect.poll(awaited).toBe(0);
});

test('the first page is served without loading the fetch of Node', async ({ desk }) => {
  const loaded = await desk.electron.evaluate(() => {
    const { moduleLoadList } = process as NodeJS.Process & { moduleLoadList: string[] };
    return moduleLoadList.filter((name) => /NativeModule (?:net|http2|internal\/deps\/undici\/undici)$/.test(name));
  });
  expect(loaded).toEqual(['NativeModule net']);
});

test('the keys of the menu change the zoom within limits, and the zoom is kept over a restart', async ({ desk }) => {
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

test('the mouse wheel with Ctrl zooms in the same steps as the keys', async ({ desk }) => {
  const wheel = (way: 'in' | 'out') =>
    desk.electron.evaluate(({ BrowserWindow }, way) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.emit('zoom-changed', {}, way);
      return contents?.getZoomLevel();
    }, way);
  expect(await wheel('in')).toBe(0.5);
  expect(await wheel('in')).toBe(1);
  expect(await wheel('out')).toBe(0.5);
  expect(await wheel('out')).toBe(0);
});

test('the menu changes to the language of the screens as soon as it is chosen', async ({ desk }) => {
  const labels = () =>
    desk.electron.evaluate(({ Menu }) => {
      const menu = Menu.getApplicationMenu()?.items ?? [];
      return menu.map(({ label, submenu }) => [label, submenu?.items[0]?.label]);
    });
  expect(await labels()).toEqual([
    ['Edit', 'Undo'],
    ['View', 'Larger'],
  ]);
  await desk.page.evaluate(() => (location.hash = '#/settings/display'));
  const choose = (language: string) =>
    desk.page
      .getByLabel(/Language|语言/)
      .first()
      .selectOption(language);
  await choose('zh-CN');
  await expect.poll(labels).toEqual([
    ['编辑', '撤销'],
    ['视图', '放大'],
  ]);
  await choose('en');
  await expect.poll(labels).toEqual([
    ['Edit', 'Undo'],
    ['View', 'Larger'],
  ]);
});

test('a window returns from a screen that is unplugged, and fits one that became smaller', async ({ desk }) => {
  const bounds = async () => (await placed(desk.electron)).bounds;
  const isWithin = (area: Electron.Rectangle) => async () => {
    const { x, y, width, height } = await bounds();
    return x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height;
  };
  async function moveTo(to: Electron.Rectangle): Promise<void> {
    await desk.electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), to);
    await expect.poll(bounds).toEqual(to);
  }
  const { area } = await placed(desk.electron);

  await moveTo({ x: area.width + 400, y: 50, width: 1200, height: 800 });
  await desk.electron.evaluate(({ screen }) => void screen.emit('display-removed', {}, screen.getPrimaryDisplay()));
  await expect.poll(isWithin(area)).toBe(true);

  await moveTo({ x: 200, y: 150, width: 1200, height: 800 });
  const smaller = { x: 0, y: 0, width: 1024, height: 740 };
  await desk.electron.evaluate(({ screen }, workArea) => {
    const display = { ...screen.getPrimaryDisplay(), workArea };
    Object.assign(screen, { getPrimaryDisplay: () => display, getAllDisplays: () => [display] });
    screen.emit('display-metrics-changed', {}, display, ['workArea']);
  }, smaller);
  await expect.poll(isWithin(smaller)).toBe(true);
});
