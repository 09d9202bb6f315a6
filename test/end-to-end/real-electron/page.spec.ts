import { expect, test } from '../desk-test.ts';
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';

test.use({ goesOn: true });

test('a page has no globals of Node, and its bridge leads to no other JavaScript world', async ({ desk }) => {
  const found = await desk.page.evaluate(() => {
    const names = [
      'require',
      'process',
      'module',
      'exports',
      'Buffer',
      'global',
      'setImmediate',
      '__dirname',
      'electron',
    ];
    const bridge = Reflect.get(window, 'parcelDesk') as { call: { constructor: unknown } };
    return {
      there: names.filter((name) => name in globalThis),
      // Functions that cross the bridge are made in the page's own world.
      functions: bridge.call.constructor === Function,
    };
  });
  expect(found).toEqual({ there: [], functions: true });
});

test('a page that patches built-in prototypes sees nothing of the preload', async ({ desk }) => {
  const heard = await desk.page.evaluate(async () => {
    const heard: string[] = [];
    const told = (what: unknown) => {
      if ((typeof what !== 'object' && typeof what !== 'function') || what === null) return;
      for (const name of ['ipcRenderer', 'invoke', 'sendSync', 'postMessage', 'senderId'])
        if (what !== window && Object.hasOwn(what, name)) heard.push(name);
    };
    const undo: (() => void)[] = [];
    for (const prototype of [Function.prototype, Array.prototype, Promise.prototype, Object.prototype, Map.prototype])
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const own = Object.getOwnPropertyDescriptor(prototype, name);
        const value: unknown = own?.value;
        if (!own?.writable || typeof value !== 'function' || name === 'constructor') continue;
        Object.defineProperty(prototype, name, {
          ...own,
          value(this: unknown, ...given: unknown[]) {
            told(this);
            for (let at = 0; at < given.length; at++) told(given[at]);
            return Reflect.apply(value, this, given) as unknown;
          },
        });
        undo.push(() => Object.defineProperty(prototype, name, own));
      }
    try {
      const bridge = Reflect.get(window, 'parcelDesk') as {
        call(name: string, input: unknown): Promise<unknown>;
        onEvent(listener: () => void): () => void;
      };
      bridge.onEvent(() => undefined)();
      await bridge.call('settings.get', {});
    } finally {
      for (const one of undo) one();
    }
    return heard;
  });
  expect(heard).toEqual([]);
});

test('every response of the app carries the content security policy and forbids sniffing of types', async ({
  desk,
}) => {
  const answers = await desk.page.evaluate(async () => {
    const addresses = [
      '/',
      ...[...document.querySelectorAll('script, link')].map(
        (one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '',
      ),
    ];
    return Promise.all(
      addresses.map(async (address) => {
        const { headers, url } = await fetch(new URL(address, location.href));
        return {
          url,
          policy: headers.get('content-security-policy') ?? '',
          sniff: headers.get('x-content-type-options'),
        };
      }),
    );
  });
  expect(answers.length).toBeGreaterThan(2);
  for (const { url, policy, sniff } of answers) {
    expect(new URL(url).protocol).toBe('app:');
    const rules = policy.split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(rules, url).toContain(rule);
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
    expect(sniff).toBe('nosniff');
  }
});

test('a page is granted no permission and no device', async ({ desk }) => {
  const told = await desk.page.evaluate(async () => {
    const state = async (name: string) => {
      try {
        return (await navigator.permissions.query({ name: name as PermissionName })).state;
      } catch {
        return 'unknown';
      }
    };
    const refused = (ask: () => Promise<unknown>) =>
      ask().then(
        () => 'granted',
        () => 'refused',
      );
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
      'clipboard-write',
      'background-sync',
      'persistent-storage',
      'accelerometer',
      'screen-wake-lock',
      'local-fonts',
      'window-management',
      'idle-detection',
    ];
    const navigatorOf = navigator as unknown as Record<
      string,
      Record<string, (...words: unknown[]) => Promise<unknown>> | undefined
    >;
    const device = (name: string, ask: string) =>
      refused(async () => navigatorOf[name]?.[ask]?.({ filters: [] }) ?? Promise.reject(new Error('none')));
    return {
      granted: (await Promise.all(names.map(async (name) => ((await state(name)) === 'granted' ? name : '')))).filter(
        (name) => name !== '',
      ),
      media: await refused(() => navigator.mediaDevices.getUserMedia({ audio: true, video: true })),
      screen: await refused(() => navigator.mediaDevices.getDisplayMedia()),
      place: await refused(
        () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      ),
      notifications: await Notification.requestPermission(),
      clipboard: await refused(() => navigator.clipboard.readText()),
      midi: await refused(() => navigator.requestMIDIAccess({ sysex: true })),
      usb: await device('usb', 'requestDevice'),
      serial: await device('serial', 'requestPort'),
      hid: await refused(async () => {
        const found = (await navigatorOf['hid']?.['requestDevice']?.({ filters: [] })) as unknown[] | undefined;
        if (!found?.length) throw new Error('none');
      }),
      bluetooth: await device('bluetooth', 'requestDevice'),
    };
  });
  expect(told).toEqual({
    granted: [],
    media: 'refused',
    screen: 'refused',
    place: 'refused',
    notifications: 'denied',
    clipboard: 'refused',
    midi: 'refused',
    usb: 'refused',
    serial: 'refused',
    hid: 'refused',
    bluetooth: 'refused',
  });
});

test('a page cannot embed another page as webview, frame or plugin', async ({ desk }) => {
  const before = desk.electron.windows().length;
  await desk.page.evaluate(async () => {
    for (const [tag, name] of [
      ['webview', 'src'],
      ['iframe', 'src'],
      ['object', 'data'],
      ['embed', 'src'],
      ['portal', 'src'],
      ['fencedframe', 'src'],
    ] as const) {
      const element = document.createElement(tag);
      try {
        element.setAttribute(name, 'app://desk/');
      } catch {
        continue; // Trusted Types reject the address of a plugin
      }
      element.setAttribute('nodeintegration', '');
      element.setAttribute('preload', 'file:///etc/passwd');
      document.body.append(element);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const element of document.querySelectorAll('webview, iframe, object, embed, portal, fencedframe'))
      element.remove();
  });
  expect(desk.electron.windows()).toHaveLength(before);
  const all = await desk.electron.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((one) => one.getType()),
  );
  expect(all).toEqual(['window']);
});

test('a page reaches no server by WebRTC and learns no address', async ({ desk }) => {
  const heard: string[] = [];
  const udp = createSocket('udp4').on('message', () => void heard.push('UDP'));
  const tcp = createServer((socket) => (heard.push('TCP'), socket.destroy()));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  try {
    const ports = { stun: udp.address().port, turn: (tcp.address() as AddressInfo).port };
    const candidates = await desk.page.evaluate(async ({ stun, turn }) => {
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${stun}` },
          { urls: `turn:127.0.0.1:${turn}?transport=tcp`, username: 'a', credential: 'b' },
        ],
      });
      connection.createDataChannel('out');
      const gathered = new Promise<void>((resolve) => {
        connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
      });
      await connection.setLocalDescription(await connection.createOffer());
      await gathered;
      return (connection.localDescription?.sdp ?? '').split('\n').filter((line) => line.includes('a=candidate'));
    }, ports);
    expect({ candidates, heard }).toEqual({ candidates: [], heard: [] });
  } finally {
    udp.close();
    tcp.close();
  }
});
