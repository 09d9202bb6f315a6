import type { DialogPaper } from '../../../electron/desk/handlers/print-dialog-handlers.ts';
import { answerPage, createPendingPages } from '../../../electron/hosts/electron/answer-page.ts';
import { trackPrintSystem } from '../../../electron/hosts/electron/print-system-calls.ts';
import type { BrowserWindow } from 'electron';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Answered = (success: boolean, reason: string) => void;
class Contents extends EventEmitter {
  options: unknown;
  answered: Answered = () => undefined;
  printers: unknown[] = [{}];
  print(options: unknown, answered: Answered): void {
    this.options = options;
    this.answered = answered;
    this.emit('asked');
  }
  getPrintersAsync = () => Promise.resolve(this.printers);
}
let opened: Shown;
let loads: Promise<void>;
class Shown extends EventEmitter {
  webContents = new Contents();
  options: unknown;
  address = '';
  destroyed = false;
  constructor(options: unknown) {
    super();
    this.options = options;
    opened = this;
  }
  loadURL(address: string): Promise<void> {
    this.address = address;
    return loads;
  }
  isDestroyed = () => this.destroyed;
  destroy(): void {
    this.destroyed = true;
    this.emit('closed');
  }
}
vi.mock('electron', () => ({ BrowserWindow: Shown }));
const { printPage } = await import('../../../electron/hosts/electron/system-printing.ts');
const { systemPrinters } = await import('../../../electron/hosts/electron/system-printing.ts');

const page = new TextEncoder().encode('<!doctype html><p>label</p>');
let paper: ReturnType<typeof createPendingPages>;
const kill = () => undefined;
let owner: EventEmitter;
let timers: (() => void)[];
const after = (_ms: number, run: () => void) => (timers.push(run), () => undefined);
beforeEach(() => {
  loads = Promise.resolve();
  paper = createPendingPages(() => 'one');
  owner = new EventEmitter();
  timers = [];
});
const print = (on: DialogPaper = { widthMm: 100, heightMm: 150 }) =>
  printPage(page, on, paper, owner as BrowserWindow, trackPrintSystem(after, kill));
const dialog = () => new Promise<void>((resolve) => void opened.webContents.once('asked', resolve));

describe('the window that prints', () => {
  it('is hidden, runs no script, has no preload, and has another origin than the desk', async () => {
    const end = print();
    await dialog();
    expect(opened.options).toMatchObject({ show: false, parent: owner });
    expect((opened.options as { webPreferences: unknown }).webPreferences).toEqual({
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      javascript: false,
      spellcheck: false,
    });
    expect(opened.address).toBe('app://paper/one');
    opened.webContents.answered(true, '');
    await end;
  });

  it('shows the dialog for paper of 100 x 150 mm without margins', async () => {
    const end = print();
    await dialog();
    expect(opened.webContents.options).toMatchObject({
      silent: false,
      margins: { marginType: 'none' },
      pageSize: { width: 100_000, height: 150_000 },
    });
    expect(opened.destroyed).toBe(false);
    opened.webContents.answered(true, '');
    expect(await end).toEqual({ end: 'handed-over' });
    expect(opened.destroyed).toBe(true);
    expect(owner.listenerCount('closed')).toBe(0);
  });

  it.each([
    ['Print job canceled', [{}], { end: 'cancelled' }],
    ['Print job failed', [{}], { end: 'failed', said: 'Print job failed' }],
    ['Invalid printer settings', [], { end: 'no-printer', said: 'Invalid printer settings' }],
  ])('reports %s with printers %o', async (reason, printers, expected) => {
    const end = print();
    await dialog();
    opened.webContents.printers = printers;
    opened.webContents.answered(false, reason);
    expect(await end).toEqual(expected);
  });

  it('reports a failed print even if the print server does not list its printers', async () => {
    const end = print();
    await dialog();
    opened.webContents.getPrintersAsync = () => new Promise(() => undefined);
    opened.webContents.answered(false, 'Print job failed');
    await vi.waitUntil(() => timers.length > 0);
    timers.at(-1)?.();
    expect(await end).toEqual({ end: 'failed', said: 'Print job failed' });
  });

  it.each(['A4', 'Letter'] as const)(
    "also shows the dialog for a sheet, on %s with the printer's margins",
    async (on) => {
      const end = print(on);
      await dialog();
      expect(opened.webContents.options).toMatchObject({
        silent: false,
        margins: { marginType: 'default' },
        pageSize: on,
      });
      opened.webContents.answered(true, '');
      expect(await end).toEqual({ end: 'handed-over' });
    },
  );

  it('also returns if its page cannot load, its process ends, or the app is closed', async () => {
    loads = Promise.reject(new Error('ERR_FAILED'));
    expect(await print()).toEqual({ end: 'failed', said: 'ERR_FAILED' });
    loads = new Promise(() => undefined);
    const crashed = print();
    opened.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(await crashed).toEqual({ end: 'failed', said: 'crashed' });
    const closed = print();
    owner.emit('closed');
    expect(await closed).toMatchObject({ end: 'failed' });
    expect(paper.take('/one')).toBeNull();
  });
});

describe('a system printer', () => {
  const system = () =>
    systemPrinters(paper, () => opened as unknown as BrowserWindow, after, trackPrintSystem(after, kill));
  const label = { width: 101.6, height: 152.4 };
  /** Waits until a window other than this one is asked to print. */
  async function asked(before: Shown): Promise<Shown> {
    await vi.waitUntil(() => opened !== before && opened.webContents.options !== undefined);
    return opened;
  }

  it('gets a label silently, on paper of exactly its size without margins, from a window that lives until the answer', async () => {
    const before = opened;
    const said = system().print('Zebra', page, label);
    await asked(before);
    expect(opened.webContents.options).toEqual({
      ...{ silent: true, deviceName: 'Zebra', copies: 1, printBackground: true },
      ...{ margins: { marginType: 'none' }, pageSize: { width: 101_600, height: 152_400 } },
    });
    expect([opened.options, opened.destroyed]).toMatchObject([{ show: false }, false]);
    opened.webContents.answered(true, '');
    expect(await said).toBeNull();
    expect(opened.destroyed).toBe(true);
  });

  it('reports why it printed nothing, and one that never answers does not keep a window open', async () => {
    const printers = system();
    const before = opened;
    const [first, second] = [printers.print('Zebra', page, label), printers.print('Zebra', page, label)];
    const one = await asked(before);
    one.webContents.answered(false, 'Invalid deviceName provided');
    expect(await first).toBe('Invalid deviceName provided');
    await asked(one);
    timers.at(-1)?.();
    expect(await second).toBe('The system did not say what became of it.');
    expect(opened.destroyed).toBe(true);
  });

  it('is reported at once if the program cannot print at all', async () => {
    vi.spyOn(Contents.prototype, 'print').mockImplementationOnce(() => {
      throw new Error('There is no printing here.');
    });
    expect(await system().print('Zebra', page, label)).toBe('There is no printing here.');
  });

  it('is listed with the name for printing and the name people read', async () => {
    const before = opened;
    void system().print('Zebra', page, label);
    await asked(before);
    opened.webContents.printers = [
      { name: 'zd', displayName: 'Desk 1', description: 'left', options: { 'printer-make-and-model': 'ZD421' } },
      { name: 'lp', displayName: '', description: '', options: {} },
    ];
    expect(await system().list()).toEqual([
      { name: 'zd', displayName: 'Desk 1', about: 'ZD421' },
      { name: 'lp', displayName: 'lp', about: '' },
    ]);
  });
});

describe('a page on its way to a printer', () => {
  const ask = (address: string, method = 'GET') =>
    answerPage({ url: address, method }, '/none', new Promise(() => undefined), paper, { answer: () => null });

  it('is served once, under a policy that runs and fetches nothing', async () => {
    const address = paper.add(page);
    const answer = await ask(address);
    expect(answer.headers['Content-Type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(answer.body).toEqual(page);
    expect((await ask(address)).status).toBe(404);
  });

  it('is not served for another method or under another address', async () => {
    paper.add(page);
    expect((await ask('app://paper/one', 'POST')).status).toBe(404);
    expect((await ask('app://paper/two')).status).toBe(404);
    expect((await ask('app://desk/one')).status).toBe(404);
  });
});
