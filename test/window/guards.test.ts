import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guardContents, guardSession } from '../../electron/window/guard-contents.ts';

const opened: { options: Record<string, unknown>; loaded: string[] }[] = [];
vi.mock('electron', () => ({
  BrowserWindow: class {
    record: { options: Record<string, unknown>; loaded: string[] };
    constructor(options: Record<string, unknown>) {
      opened.push((this.record = { options, loaded: [] }));
    }
    once() {}
    on() {}
    maximize() {}
    loadURL(address: string) {
      this.record.loaded.push(address);
      return Promise.resolve();
    }
  },
  screen: {
    getPrimaryDisplay: () => ({ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }),
    getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  },
}));
const { openWindow } = await import('../../electron/window.ts');

describe('a window', () => {
  it('runs its page with exactly these preferences', () => {
    openWindow('/preload.cjs', '/none/window.json');
    expect(opened[0]?.options['webPreferences']).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    });
    expect(opened[0]?.loaded).toEqual(['app://desk/']);
  });
});

describe('every page there ever is', () => {
  class Contents extends EventEmitter {
    open: ((details: unknown) => unknown) | undefined;
    setWindowOpenHandler(open: (details: unknown) => unknown): void {
      this.open = open;
    }
  }
  let contents: Contents;
  beforeEach(() => {
    const app = new EventEmitter();
    contents = new Contents();
    guardContents(app as App);
    app.emit('web-contents-created', {}, contents);
  });

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])(
    'is kept from %s',
    (name) => {
      const preventDefault = vi.fn();
      contents.emit(name, { preventDefault, url: 'https://evil.example' });
      expect(preventDefault).toHaveBeenCalledOnce();
    },
  );
  it('opens no window', () => {
    expect(contents.open?.({ url: 'app://desk/' })).toEqual({ action: 'deny' });
  });
});

describe('the session', () => {
  const given: Record<string, (...values: never[]) => unknown> = {};
  guardSession({
    setPermissionRequestHandler: (handler: never) => (given['request'] = handler),
    setPermissionCheckHandler: (handler: never) => (given['check'] = handler),
    setDevicePermissionHandler: (handler: never) => (given['device'] = handler),
    setSpellCheckerEnabled: (on: never) => (given['spelling'] = () => on),
    webRequest: { onBeforeRequest: (handler: never) => (given['before'] = handler) },
  } as unknown as Session);

  it('grants nothing, asked or not', () => {
    const decide = vi.fn();
    given['request']?.(...([{}, 'media', decide] as never[]));
    expect(decide).toHaveBeenCalledWith(false);
    expect(given['check']?.()).toBe(false);
    expect(given['device']?.()).toBe(false);
    expect(given['spelling']?.()).toBe(false);
  });

  function cancelled(url: string, resourceType = 'xhr'): boolean {
    let answer = false;
    const decide = ({ cancel }: { cancel: boolean }) => (answer = cancel);
    given['before']?.(...([{ url, resourceType }, decide] as never[]));
    return answer;
  }
  it('lets a window of its own show what is being printed, and no page read it', () => {
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
  ])('lets no page fetch %s', (url) => expect(cancelled(url)).toBe(true));
});
