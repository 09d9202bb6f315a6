import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';

test('a supervisor is added, approves a change of another operator with a PIN, and the log shows it, by keyboard alone', async ({
  desk,
}) => {
  const { page } = desk;
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Alt+Shift+O');
  await page.keyboard.type('Mia');
  await page.keyboard.press('Tab');
  await page.keyboard.type('mi');
  await page.getByRole('radio', { name: 'No PIN' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4711');
  for (const name of ['Send again', 'Close handovers', 'Restore', 'Go live', 'Settings and operators']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('checkbox', { name })).toBeFocused();
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Mia saved.')).toBeVisible();

  // Anyone else is asked for her PIN and then continues where the question came up.
  await page.keyboard.press('Alt+5');
  for (let press = 0; press < 7; press++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const hold = page.getByRole('textbox', { name: 'Hold before sending' });
  await expect(hold).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('9');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText('Supervisor approval');
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Wrong PIN.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await ask(page, 'settings.get', {})).holdSeconds).not.toBe(9);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByLabel('PIN')).toBeFocused();
  await page.keyboard.type('4711');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await ask(page, 'settings.get', {})).holdSeconds).toBe(9);

  // An approval holds for further changes while the person stays in the settings, and ends when they leave.
  const saves = async (seconds: string): Promise<void> => {
    await hold.fill(seconds);
    await page.keyboard.press('Control+Enter');
  };
  await saves('8');
  await expect.poll(async () => (await ask(page, 'settings.get', {})).holdSeconds).toBe(8);
  await page.keyboard.press('Alt+Home');
  await page.goBack();
  await saves('7');
  await expect(dialog).toContainText('Supervisor approval');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await ask(page, 'settings.get', {})).holdSeconds).toBe(8);

  await page.keyboard.press('Alt+PageUp');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Hold before sending');
  await expect(rows.nth(1)).toContainText('Mia');
  await expect(rows.nth(2)).toContainText('Denied');
  await page.keyboard.type('nobody here');
  await expect(page.getByText('No match in the log.')).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(rows.nth(1)).toContainText('Hold before sending');
  const csv = await desk.download(() => page.keyboard.press('Alt+Shift+C'));
  expect(csv.toString('utf8')).toContain('Settings and operators,Hold before sending,no operator,Mia,Done');
});
