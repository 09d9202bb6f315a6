import { expect, test } from '../desk-test.ts';
import type { ElectronApplication } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

test.use({ goesOn: true });

const sample = join(import.meta.dirname, '../../../electron/practice/samples/label-orders.csv');

/** Acts as a second start of the program with these arguments, which the system passes to the first one. */
const startAgain = (electron: ElectronApplication, ...words: string[]) =>
  electron.evaluate(({ app }, words) => void app.emit('second-instance', {}, ['parcel-desk', ...words], '/'), words);

test('a spreadsheet opened with the program opens in the import; anything else does not', async ({ desk, home }) => {
  const { page, electron } = desk;
  const pipe = join(home, 'pipe.csv');
  expect(spawnSync('mkfifo', ['-m', '666', pipe]).status).toBe(0);
  await startAgain(electron, pipe);
  await expect(
    page.getByText('This file cannot be read. Check that it is still there, and choose it again.'),
  ).toBeVisible();

  const orders = join(home, 'orders of today #1.csv');
  copyFileSync(sample, orders);
  chmodSync(orders, 0o644);
  await startAgain(electron, '--allow-file-access', orders);
  await page.getByRole('heading', { name: 'Import orders' }).waitFor();
  await expect(page.getByText('orders of today #1.csv')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Queue the good rows/ })).toBeEnabled();
  expect(await page.evaluate(() => location.hash)).toBe('#/import');

  // A question comes before another file replaces an unfinished import.
  await startAgain(electron, orders);
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await page.evaluate(() => (location.hash = '#/settings'));
  const before = page.url();
  for (const word of ['--inspect', 'https://example.com/a.csv', '/etc/passwd', 'javascript:alert(1)//.csv'])
    await startAgain(electron, word);
  expect(page.url()).toBe(before);
  expect(desk.errors()).toBe('');
});

test('a page cannot read a file that was not opened with the program', async ({ desk, home }) => {
  const { page } = desk;
  writeFileSync(join(home, 'own.csv'), 'a\n');
  for (const address of ['/given/own.csv', `/given/..%2f..%2fown.csv`, '/given/00000000-0000-0000-0000-000000000000'])
    expect(await page.evaluate(async (address) => (await fetch(address)).status, address), address).toBe(404);
});
