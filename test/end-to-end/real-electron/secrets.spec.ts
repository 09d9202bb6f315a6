import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const secret = 'hush-7f3a-never-written';

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => {
      try {
        return statSync(path).isFile() && readFileSync(path).includes(text);
      } catch {
        return false; // deleted meanwhile
      }
    });
}

test('without a keyring of the system a secret is never written to disk, and the screen shows so before it is typed', async ({
  desk,
  home,
}) => {
  const backend = await desk.electron.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend());
  expect(backend).toBe('basic_text');
  const { page } = desk;
  await ask(page, 'desk.setService', { commandId: randomUUID(), address: 'https://service.example' });
  await page.keyboard.press('Alt+5');
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await expect(
    page.getByText('No value is stored. This computer has no encrypted storage, so the value is not saved:'),
  ).toBeVisible();
  await page.keyboard.press('Alt+l');
  await expect(page.getByText('没有保存值。 这台电脑没有加密存储')).toBeVisible();
  await page.keyboard.press('Alt+l');

  await page.getByLabel('Header value').fill(secret);
  await page.keyboard.press('Alt+w');
  await expect(page.getByText('A value is set. Stored until the desk is closed.')).toBeVisible();
  expect(await ask(page, 'desk.state', {})).toMatchObject({ secret: { set: true, keptIn: 'memory' } });
  expect(filesWith(home, secret)).toEqual([]);
  await desk.close();
  expect(filesWith(home, secret)).toEqual([]);
  expect(readdirSync(home)).not.toContain('secrets.json');

  const again = await desk.start();
  expect(await ask(again, 'desk.state', {})).toMatchObject({ secret: { set: false, keptIn: 'memory' } });
});
