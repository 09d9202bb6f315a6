import { screens } from '../../renderer/state/screens.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';

test.use({ goesOn: true });

test('the desk opens, shows a page and answers calls', async ({ desk }) => {
  await expect(desk.page).toHaveTitle(/Parcel Desk/);
  await expect(desk.page.locator('body')).not.toBeEmpty();
  expect(new URL(desk.page.url()).search).toBe('');
  expect(await ask(desk.page, 'settings.get', {})).toMatchObject({ concurrency: 4, graceSeconds: 600 });
});

test('no screen writes errors or warnings to the console', async ({ desk }) => {
  const said: string[] = [];
  desk.page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  desk.page.on('pageerror', (error) => said.push(error.message));
  await desk.page.reload();
  for (const screen of screens) {
    await desk.page.evaluate((screen) => (location.hash = `#/${screen}`), screen);
    await expect(desk.page.locator('main h1')).toBeVisible();
    // The first calls of a screen are answered before this one.
    await ask(desk.page, 'settings.get', {});
    expect.soft(said.splice(0), screen).toEqual([]);
  }
  expect(desk.errors()).toBe('');
});

test('a setting survives a close and a kill of the program', async ({ desk }) => {
  await ask(desk.page, 'settings.set', { values: { location: 'COUNTER-1' } });
  await desk.close();
  await desk.start();
  expect(await ask(desk.page, 'settings.get', {})).toMatchObject({ location: 'COUNTER-1' });

  await ask(desk.page, 'settings.set', { values: { location: 'COUNTER-2' } });
  await desk.kill();
  await desk.start();
  expect(await ask(desk.page, 'settings.get', {})).toMatchObject({ location: 'COUNTER-2' });
});
