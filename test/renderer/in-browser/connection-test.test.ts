import type { ConnectionTest } from '../../../shared/contract/sync-procedures.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const answers: ConnectionTest = { outcome: 'answers', status: 404, cause: null, to: null, withSecret: false, ms: 12 };

/** The settings of a desk whose connection tests have this result; records their inputs. */
async function settingsWith(told: ConnectionTest, language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/settings', { language });
  await page.evaluate((told) => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    handlers['desk.testService'] = (input: unknown) => {
      asked.push(input);
      return { ok: true, value: told };
    };
  }, told);
  return page;
}
const asked = (page: Page) => page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);

describe('a connection test', () => {
  it('uses the address and the secret in the fields, and its result disappears when a field changes', async () => {
    const page = await settingsWith(answers);
    await page.getByLabel('Address of the service').fill('https://service.example');
    await page.getByLabel('Header value').fill('s3cret');
    await page.keyboard.press('Alt+e');
    const told = page.getByText('The service answered after 12 ms.');
    await told.waitFor();
    // The operator is sent along because the test needs the right to settings.
    const by = { actor: 'Li Na', stay: expect.any(String) as string };
    expect(await asked(page)).toEqual([{ address: 'https://service.example', account: '', value: 's3cret', ...by }]);
    await page.getByLabel('Address of the service').press('x');
    await told.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each<['en' | 'zh-CN', Partial<ConnectionTest>, string]>([
    ['en', { outcome: 'unauthorized', status: 401 }, 'requires a secret (401)'],
    ['en', { outcome: 'unauthorized', status: 401, withSecret: true }, 'rejects this secret (401)'],
    ['en', { outcome: 'redirect', status: 301, to: 'https://new.example' }, 'redirects to https://new.example'],
    ['en', { outcome: 'no-answer', status: null, cause: 'name' }, 'This name was not found'],
    ['zh-CN', { outcome: 'something-else', status: 200 }, '此地址回应的不是服务方'],
    ['zh-CN', { outcome: 'fails', status: 503 }, '出现故障（503）'],
  ])('explains in %s what is wrong: %o', async (language, told, words) => {
    const page = await settingsWith({ ...answers, ...told }, language);
    await page.locator('input[inputmode=url]').fill('https://service.example');
    await page.keyboard.press('Alt+e');
    await page.getByText(words).waitFor();
    await page.context().close();
  });
});
