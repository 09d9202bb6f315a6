import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* eslint-disable no-eval, no-new-func -- tried here because it must not work */
/* oxlint-disable typescript/no-implied-eval -- likewise */

test.use({ goesOn: true });

/** Attempts to get a script into a page; each sets `window.hostile` if it works. */
const intrusions = [
  `<img src=x onerror="window.hostile=1">`,
  `<svg onload="window.hostile=1">`,
  `<script>window.hostile=1</script>`,
  `<script src="data:text/javascript,window.hostile=1"></script>`,
  `<script src="https://evil.example/a.js"></script>`,
  `<iframe srcdoc="<script>top.hostile=1</script>"></iframe>`,
  `<iframe src="javascript:top.hostile=1"></iframe>`,
  `<a id="lure" href="javascript:window.hostile=1">a</a>`,
  `<form id="lure" action="javascript:window.hostile=1"><button>a</button></form>`,
  `<object data="javascript:window.hostile=1"></object>`,
  `<embed src="data:text/html,<script>top.hostile=1</script>">`,
  `<body onpageshow="window.hostile=1">`,
  `<details open ontoggle="window.hostile=1"><summary>a</summary></details>`,
  `<input autofocus onfocus="window.hostile=1">`,
  `<style>@import url("https://evil.example/a.css");</style>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:window.hostile=1">`,
  `<video><source onerror="window.hostile=1"></video>`,
  `<math><mtext><script>window.hostile=1</script></mtext></math>`,
  `<template><script>window.hostile=1</script></template>`,
];

test('no script enters a page by markup, text or attribute', async ({ desk }) => {
  const { page } = desk;
  const refused = await page.evaluate(async (markups) => {
    let refused = 0;
    const attempt = async (intrude: () => unknown) => {
      try {
        await intrude();
      } catch {
        refused++;
      }
    };
    const place = document.body.appendChild(document.createElement('div'));
    for (const markup of markups) {
      await attempt(() => (place.innerHTML = markup));
      await attempt(() => place.insertAdjacentHTML('beforeend', markup));
      await attempt(() => document.write(markup));
      await attempt(() => place.append(document.createRange().createContextualFragment(markup)));
      // DOMParser runs no scripts, but its nodes get event handlers once they are in the page.
      await attempt(() => place.append(...new DOMParser().parseFromString(markup, 'text/html').body.childNodes));
      document.querySelector<HTMLElement>('#lure')?.click();
    }
    // Code that a debugger evaluates may create code from text; code that runs later is bound by the page's policy.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await attempt(() => (0, eval)('window.hostile=1'));
    await attempt(() => (new Function('window.hostile=1') as () => void)());
    await attempt(() => setTimeout('window.hostile=1'));
    await attempt(() => place.setAttribute('onclick', 'window.hostile=1'));
    await attempt(() => import(`data:text/javascript,window.hostile=${String(1)}`));
    await attempt(() => {
      const script = document.createElement('script');
      script.append('window.hostile=1');
      document.head.append(script);
    });
    await attempt(() => {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<script>top.hostile=1</script>';
      document.body.append(frame);
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return refused;
  }, intrusions);
  expect(refused).toBeGreaterThan(intrusions.length * 3);
  expect(await page.evaluate(() => Reflect.get(window, 'hostile') as unknown)).toBeUndefined();
});

test('a page reaches nothing but its desk', async ({ desk }) => {
  let reached = 0;
  const elsewhere = createServer((_request, response) => {
    reached++;
    response.setHeader('Access-Control-Allow-Origin', '*').end('reached');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const origin = `127.0.0.1:${String((elsewhere.address() as AddressInfo).port)}`;
  try {
    const answers = await desk.page.evaluate(async (origin) => {
      const image = new Promise((resolve) => {
        const picture = new Image();
        picture.onload = () => resolve('reached');
        picture.onerror = () => resolve('refused');
        picture.src = `http://${origin}/a.png`;
      });
      const socket = new Promise((resolve) => {
        try {
          const opened = new WebSocket(`ws://${origin}/`);
          opened.onerror = () => resolve('refused');
          opened.onopen = () => resolve('reached');
        } catch {
          resolve('refused');
        }
      });
      const fetched = fetch(`http://${origin}/`).then(
        () => 'reached',
        () => 'refused',
      );
      navigator.sendBeacon(`http://${origin}/`, 'a');
      return Promise.all([image, socket, fetched]);
    }, origin);
    expect(answers).toEqual(['refused', 'refused', 'refused']);
    expect(reached).toBe(0);
  } finally {
    elsewhere.close();
  }
});

test('the page has two functions of the desk and nothing of Electron or Node', async ({ desk, host }) => {
  test.skip(host === 'browser-host', 'only Electron puts anything into the page');
  const surface = await desk.page.evaluate(() => {
    const bridge = Reflect.get(window, 'parcelDesk') as object;
    return {
      frozen: Object.isFrozen(bridge),
      functions: Object.entries(bridge).map(([name, value]) => `${name}: ${typeof value}`),
      others: ['require', 'process', 'module', 'electron', 'ipcRenderer', 'global'].filter((name) => name in window),
    };
  });
  expect(surface).toEqual({ frozen: true, functions: ['call: function', 'onEvent: function'], others: [] });
});

test('input that cannot be cloned is refused, as in Electron', async ({ desk, host }) => {
  test.skip(host === 'browser-host', 'HTTP writes JSON of anything');
  const refusal = await desk.page.evaluate(async () => {
    const bridge = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<unknown> };
    try {
      return String(await bridge.call('settings.get', new Proxy({}, {})));
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain('could not be cloned');
});

test('the window cannot leave its page or open another window', async ({ desk, host }) => {
  test.skip(host === 'browser-host', 'a browser belongs to the person, not to the desk');
  const before = desk.page.url();
  const opened = await desk.page.evaluate(async () => {
    const other = window.open('https://evil.example/');
    location.href = 'https://evil.example/';
    await new Promise((resolve) => setTimeout(resolve, 700));
    return other === null || other.closed;
  });
  expect(opened).toBe(true);
  expect(desk.page.url()).toBe(before);
  await ask(desk.page, 'settings.get', {});
});
