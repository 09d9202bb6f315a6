import { openScreens, type Screens } from '../../support/open-screens.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

interface Fake {
  sync: object;
  calls: { name: string }[];
  emit(event: object): void;
}

it.each([
  ['en', 'The name of the service was not found.'],
  ['zh-CN', '服务'],
] as const)('being offline is shown with its cause and a button to retry, in %s', async (language, cause) => {
  const page = await screens.show('#/label-order', { language, width: 1024, height: 768 });
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: Fake };
    fake.emit({ kind: 'sync', status: { ...fake.sync, connection: 'offline', cause: 'name', since: 0 } });
  });
  const line = page.locator('main .line').first();
  await line.waitFor();
  expect(await line.innerText()).toContain(cause);
  await line.getByRole('button').click();
  const calls = () => page.evaluate(() => (globalThis as unknown as { fake: Fake }).fake.calls.map(({ name }) => name));
  await expect.poll(calls).toContain('sync.now');
  await page.context().close();
});
