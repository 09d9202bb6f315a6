import { guardContents, guardSession } from '../../../electron/hosts/electron/guard-contents.ts';
import type { App, Session } from 'electron';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

interface Opened {
  options: Record<string, unknown>;
  loaded: string[];
  contents: EventEmitter;
  window: EventEmitter;
  shown: number;
}
const opened: Opened[] = [];
vi.mock('electron', () => ({
  BrowserWindow: class extends EventEmitter {
    record: Opened;
    webContents = Object.assign(new EventEmitter(), {
      isDestroyed: () => false,
      reload: () => this.record.loaded.push('again'),
    });
    constructor(options: Record<string, unknown>) {
      super();
      this.record = { options, loaded: [], contents: this.webContents, window: this, shown: 0 };
      opened.push(this.record);
    }
    show() {
      this.record.shown += 1;
    }
    isDestroyed() {
      return false;
    }
    maximize() {}
    loadURL(address: string) {
      this.record.loaded.push(address);
      return Promise.resolve();
    }
  },
  screen: {
    on: () => undefined,
    off: () => undefined,
    getPrimaryDisplay: () => ({ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }),
    getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  },
}));
const { openWindow } = await import('../../../electron/hosts/electron/window.ts');

const gone: string[] = [];

describe('a window', () => {
  it('runs its page with exactly these preferences', () => {
    openWindow('/preload.cjs', '/none/window.json', (reason) => gone.push(reason), false, Promise.resolve());
    expect(opened[0]?.options['webPreferences']).toEqual({
      preload: '/preload.cjs',
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      v8CacheOptions: 'bypassHeatCheck',
    });
    expect(opened[0]?.loaded).toEqual(['app://desk/']);
  });

  it('loads while the outbox is opened, and is shown when both are ready', async () => {
    const opening = Promise.withResolvers<void>();
    openWindow('/preload.cjs', '/none/window.json', (reason) => gone.push(reason), false, opening.promise);
    const one = opened.at(-1) ?? expect.fail();
    expect(one.loaded).toEqual(['app://desk/']);
    one.window.emit('ready-to-show');
    await new Promise(setImmediate);
    expect(one.shown).toBe(0);
    opening.resolve();
    await new Promise(setImmediate);
    expect(one.shown).toBe(1);
  });

  it('stays hidden if the outbox cannot be opened', async () => {
    const opening = Promise.reject(new Error('full'));
    openWindow('/preload.cjs', '/none/window.json', (reason) => gone.push(reason), false, opening);
    opened.at(-1)?.window.emit('ready-to-show');
    await new Promise(setImmediate);
    expect(opened.at(-1)?.shown).toBe(0);
  });

  it('returns to its page from any other', () => {
    openWindow('/preload.cjs', '/none/window.json', (reason) => gone.push(reason), false, Promise.resolve());
    const { contents, loaded } = opened.at(-1) ?? expect.fail();
    contents.emit('did-navigate', {}, 'app://desk/#/labels');
    expect(loaded).toHaveLength(1);
    contents.emit('did-navigate', {}, 'about:blank');
    expect(loaded).toEqual(['app://desk/', 'app://desk/']);
  });
});

describe('a window whose page has crashed', () => {
  async function crash(times: number, reason = 'crashed'): Promise<string[]> {
    openWindow('/preload.cjs', '/none/window.json', (reason) => gone.push(reason), false, Promise.resolve());
    const { contents, loaded } = opened.at(-1) ?? expect.fail();
    for (let time = 0; time < times; time++) contents.emit('render-process-gone', {}, { reason });
    await new Promise(setImmediate);
    return loaded.slice(1);
  }
  it('loads it again', async () => expect(await crash(1)).toEqual(['again']));
  it('loads it at most three times if it crashes at once each time', async () =>
    expect(await crash(10)).toHaveLength(3));
  it('does not load it again after a normal exit', async () => expect(await crash(1, 'clean-exit')).toEqual([]));
  it('reports the reason each time', async () => {
    gone.length = 0;
    await crash(2, 'oom');
    expect(gone).toEqual(['oom', 'oom']);
  });
});

describe('every page', () => {
  class Contents extends EventEmitter {
    open: ((details: unknown) => unknown) | undefined;
    setWindowOpenHandler(open: (details: unknown) => unknown): void {
      this.open = open;
    }
    getURL = () => 'app://desk/#/outbox';
    webRtc = '';
    setWebRTCIPHandlingPolicy(policy: string): void {
      this.webRtc = policy;
    }
  }
  let contents: Contents;
  beforeEach(() => {
    const app = new EventEmitter();
    contents = new Contents();
    guardContents(app as App);
    app.emit('web-contents-created', {}, contents);
  });

  it('sends nothing over direct UDP', () => expect(contents.webRtc).toBe('disable_non_proxied_udp'));

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])(
    'is prevented from %s',
    (name) => {
      const preventDefault = vi.fn();
      contents.emit(name, { preventDefault, url: 'https://evil.example' });
      expect(preventDefault).toHaveBeenCalledOnce();
    },
  );
  it('may reload where it is, unlike a page within it', () => {
    const prevented = (name: string, url: string, isMainFrame = true) => {
      const preventDefault = vi.fn();
      contents.emit(name, { preventDefault, url, isMainFrame });
      return preventDefault.mock.calls.length > 0;
    };
    for (const name of ['will-navigate', 'will-frame-navigate']) {
      expect(prevented(name, 'app://desk/#/labels')).toBe(false);
      for (const other of ['app://desk/files/1', 'app://desk/?token=1', 'app://paper/', 'about:blank', ''])
        expect(prevented(name, other), other).toBe(true);
    }
    expect(prevented('will-frame-navigate', 'app://desk/', false)).toBe(true);
    expect(prevented('will-redirect', 'app://desk/')).toBe(true);
  });
  it('cannot open a window', () => {
    expect(contents.open?.({ url: 'app://desk/' })).toEqual({ action: 'deny' });
  });
});

describe('the session', () => {
  const given: Record<string, (...values: never[]) => unknown> = {};
  void guardSession({
    setPermissionRequestHandler: (handler: never) => (given['request'] = handler),
    setPermissionCheckHandler: (handler: never) => (given['check'] = handler),
    setDevicePermissionHandler: (handler: never) => (given['device'] = handler),
    setSpellCheckerLanguages: (languages: never) => (given['languages'] = () => languages),
    setSpellCheckerEnabled: (on: never) => (given['spelling'] = () => on),
    setProxy: (proxy: never) => Promise.resolve(void (given['proxy'] = () => proxy)),
    webRequest: { onBeforeRequest: (handler: never) => (given['before'] = handler) },
  } as unknown as Session);

  it('grants nothing, requested or not', () => {
    const decide = vi.fn();
    given['request']?.(...([{}, 'media', decide] as never[]));
    expect(decide).toHaveBeenCalledWith(false);
    for (const permission of ['serial', 'usb', 'hid', 'media', 'geolocation'])
      expect(given['check']?.(...([null, permission, 'app://desk/'] as never[])), permission).toBe(false);
    const device = { deviceType: 'serial', origin: 'app://desk/', device: { name: 'ttyUSB0' } };
    expect(given['device']?.(...([device] as never[]))).toBe(false);
    expect(given['spelling']?.()).toBe(false);
    expect(given['languages']?.()).toEqual([]);
    // What WebRTC would send over TCP.
    expect(given['proxy']?.()).toMatchObject({ mode: 'fixed_servers', proxyBypassRules: '<-loopback>' });
  });

  function cancelled(url: string, resourceType = 'xhr'): boolean {
    let answer = false;
    const decide = ({ cancel }: { cancel: boolean }) => (answer = cancel);
    given['before']?.(...([{ url, resourceType }, decide] as never[]));
    return answer;
  }
  it('lets only a separate window load a page to be printed, and no page read it', () => {
    expect(cancelled('app://paper/1', 'mainFrame')).toBe(false);
    expect(cancelled('app://paper/1', 'xhr')).toBe(true);
    expect(cancelled('app://paper/1', 'subFrame')).toBe(true);
    expect(cancelled('app://paper.evil/1', 'mainFrame')).toBe(true);
    expect(cancelled('https://service.example/', 'mainFrame')).toBe(true);
  });
  it.each([
    'app://desk/',
    'app://desk/assets/a.js',
    'blob:app://desk/1-2',
    'data:image/png;base64,AA',
    'devtools://devtools/a.html',
  ])('lets a page fetch %s', (url) => expect(cancelled(url)).toBe(false));
  it.each([
    'http://127.0.0.1:8080/api',
    'https://service.example/LabelOrder',
    'app://desk.evil/',
    'app://other/',
    'file:///etc/passwd',
    'ws://127.0.0.1/events',
    'data:text/html,<p>',
    'blob:https://evil.example/1',
  ])('prevents pages from fetching %s', (url) => expect(cancelled(url)).toBe(true));
});
