import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

test.use({ goesOn: true });

test('a page of another origin on this machine gets nothing from the desk', async ({ desk, host, context }) => {
  test.skip(host !== 'browser-host', 'only the browser host listens on a port');
  const target = new URL(desk.page.url()).origin;
  const evil = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<p>evil</p>'));
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  try {
    // The same host on another port: cookies ignore ports, so the browser sends ours along.
    const page = await desk.page.context().newPage();
    await page.goto(`http://127.0.0.1:${String((evil.address() as AddressInfo).port)}/`);
    const answers = await page.evaluate(async (target) => {
      const told = (answer: Promise<Response>) =>
        answer.then(
          (response) => `${response.type} ${String(response.status)}`,
          () => 'refused',
        );
      const body = '{"values":{"location":"EVIL"}}';
      const post = (init: RequestInit) => told(fetch(`${target}/rpc/settings.set`, { method: 'POST', body, ...init }));
      const socket = new Promise((resolve) => {
        const opened = new WebSocket(`${target.replace('http', 'ws')}/events`);
        opened.onopen = () => resolve('opened');
        opened.onerror = () => resolve('refused');
      });
      const frame = document.createElement('iframe');
      frame.src = `${target}/`;
      const framed = new Promise((resolve) => (frame.onload = () => resolve(frame.contentDocument === null)));
      document.body.append(frame);
      const script = new Promise((resolve) => {
        const element = document.createElement('script');
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        element.src = `${target}/index.html`;
        document.body.append(element);
      });
      return {
        json: await post({ credentials: 'include', headers: { 'Content-Type': 'application/json' } }),
        plain: await post({ credentials: 'include' }),
        blind: await post({ credentials: 'include', mode: 'no-cors' }),
        read: await told(fetch(`${target}/`, { credentials: 'include' })),
        socket: await socket,
        closedFrame: await framed,
        script: await script,
      };
    }, target);
    expect(answers).toMatchObject({ json: 'refused', plain: 'refused', read: 'refused', socket: 'refused' });
    expect(answers).toMatchObject({ closedFrame: true, script: 'refused' });
    await page.close();
    expect(await ask(desk.page, 'settings.get', {})).toMatchObject({ location: '' });

    const stranger = await context.newPage();
    expect((await stranger.goto(target))?.status()).toBe(401);
  } finally {
    evil.close();
  }
});

test('a web server on another port of this machine cannot use the cookie that the browser sends it', async ({
  desk,
  host,
}) => {
  test.skip(host !== 'browser-host', 'only the browser host listens on a port');
  const target = new URL(desk.page.url());
  let cookie = '';
  const thief = createServer((request, response) => {
    cookie = request.headers.cookie ?? '';
    response.setHeader('Content-Type', 'text/html').end('<p>thief</p>');
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  try {
    const page = await desk.page.context().newPage();
    await page.goto(`http://127.0.0.1:${String((thief.address() as AddressInfo).port)}/`);
    await page.close();
    expect(cookie).toContain(`parcel-desk-${target.port}=`);

    // A program is not bound by the rules of browsers, so it claims to be the desk's own page.
    const headers = {
      cookie,
      origin: target.origin,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    };
    const value = cookie.split('=')[1] ?? '';
    for (const more of [{}, { authorization: `Bearer ${value}` }]) {
      const call = await fetch(`${target.origin}/rpc/entries.counts`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '{}',
      });
      expect(call.status).toBe(401);
    }
    for (const protocols of [[], ['parcel-desk.events', `parcel-desk.token.${value}`]]) {
      const socket = new WebSocket(`ws://${target.host}/events`, { protocols, headers: { cookie } } as never);
      expect(
        await new Promise((resolve) => {
          socket.onopen = () => resolve('opened');
          socket.onerror = () => resolve('refused');
        }),
      ).toBe('refused');
    }
    expect((await fetch(`${target.origin}/files/${crypto.randomUUID()}`, { headers: { cookie } })).status).toBe(404);
    expect((await fetch(`${target.origin}/?token=${value}`, { headers: { cookie } })).status).toBe(401);
  } finally {
    thief.close();
  }
});
