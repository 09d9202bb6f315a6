import type { ProxyPassword } from '../../../electron/delivery/service/proxy-password.ts';
import { createProxySignIn } from '../../../electron/hosts/electron/proxy-sign-in.ts';
import { shellTexts } from '../../../electron/hosts/electron/shell-texts.ts';
import { signInPage } from '../../../electron/hosts/electron/sign-in-page.ts';
import { createMemorySecrets } from '../../../electron/platform/secret-store.ts';
import { expect, it } from 'vitest';

const proxy = 'http://proxy.example:3128';
const other = 'http://other.example:3128';
const right: ProxyPassword = { name: 'desk', password: 'for the proxy' };

/** Users who answer when the test lets them. */
function people() {
  const asked: { proxy: string; wasRefused: boolean; answer(password: ProxyPassword | null): void }[] = [];
  const secrets = createMemorySecrets();
  let given = 0;
  const signing = createProxySignIn({
    secrets,
    ask: (proxy, wasRefused) => new Promise((resolve) => void asked.push({ proxy, wasRefused, answer: resolve })),
    onSignedIn: () => void (given += 1),
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { signing, secrets, asked, settled, given: () => given };
}

it('the password of a proxy is asked for once, however many connections need it, and none of them waits', async () => {
  const { signing, asked, settled, given } = people();
  const tries = await Promise.all([1, 2, 3].map(() => signing.signIn(proxy, null)));
  expect(tries).toEqual([null, null, null]);
  expect(asked.map(({ proxy, wasRefused }) => [proxy, wasRefused])).toEqual([[proxy, false]]);
  asked[0]?.answer(right);
  await settled();
  expect(given()).toBe(1);
  expect(await signing.signIn(proxy, null)).toEqual(right);
  expect(asked).toHaveLength(1);
});

it('the password of a proxy is stored with the secrets, and sent to no other proxy', async () => {
  const { signing, secrets, asked, settled } = people();
  await signing.signIn(proxy, null);
  asked[0]?.answer(right);
  await settled();
  expect(await secrets.read(`proxy ${proxy}`)).toContain('for the proxy');
  expect(await signing.signIn(other, null)).toBeNull();
  expect(asked.at(-1)?.proxy).toBe(other);
});

it('a password that the proxy rejects is removed and asked for again, after one entered meanwhile was tried', async () => {
  const { signing, secrets, asked, settled } = people();
  await signing.signIn(proxy, null);
  asked[0]?.answer(right);
  await settled();
  expect(await signing.signIn(proxy, { name: 'desk', password: 'of yesterday' })).toEqual(right);
  expect(await signing.signIn(proxy, right)).toBeNull();
  expect(await secrets.read(`proxy ${proxy}`)).toBeNull();
  expect(asked.at(-1)).toMatchObject({ proxy, wasRefused: true });
});

it('a user who closed the dialog is asked again only when someone wants the service now', async () => {
  const { signing, asked, settled, given } = people();
  await signing.signIn(proxy, null);
  asked[0]?.answer(null);
  await settled();
  expect(given()).toBe(0);
  await signing.signIn(proxy, null);
  expect(asked).toHaveLength(1);
  signing.allowAskingAgain();
  await signing.signIn(proxy, null);
  expect(asked).toHaveLength(2);
});

it('the page of the dialog contains the name of the proxy as text, whatever it is, and runs nothing', async () => {
  const words = shellTexts('en', 'en').proxy;
  const page = { place: '<script>"&x', isEncrypted: false, wasRefused: true, keptIn: 'memory' as const };
  const answer = signInPage(words, page);
  expect(answer.headers.get('Content-Security-Policy')).not.toMatch(/script-src|img-src|connect-src/);
  const html = await answer.text();
  expect(html).toContain('&lt;script&gt;&quot;&amp;x');
  expect(html).not.toContain('<script');
  expect(html).toContain(words.open);
  expect(html).toContain(words.kept.memory);
});

it.each([
  ['en', ' '],
  ['zh-CN', ''],
])('the sentences of the dialog are joined in %s as in that language', async (language, between) => {
  const words = shellTexts({ language }, 'en').proxy;
  const page = { place: 'proxy', isEncrypted: false, wasRefused: false, keptIn: 'memory' as const };
  const html = await signInPage(words, page).text();
  expect(html).toContain(`<p>${[words.detail, words.open, words.kept.memory].join(between)}</p>`);
});
