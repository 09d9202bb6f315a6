import { toOwn, toShown } from './addresses.ts';
import { browser } from './browser.ts';
import { CancelableEvent } from './cancelable-event.ts';
import { keepDownload } from './downloads.ts';
import { hear, invoke } from './ipc-main.ts';
import { answerDialog, printersOfTest } from './printing.ts';
import { handlers, privileged } from './protocol.ts';
import { session } from './session.ts';
import type { WebContentsPrintOptions, WebPreferences } from 'electron';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Frame, Page, Route } from 'playwright';

const hidden = 'electronDoubleInvoke';
const touched = 'electronDoubleTouched';
const shim = readFileSync(new URL('./preload-shim.js', import.meta.url), 'utf8')
  .trim()
  .replace(/;$/, '');
type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

export class WebContents extends EventEmitter {
  #page: Page | undefined;
  #address = '';
  #onOpen: OpenHandler = () => ({ action: 'allow' });
  readonly #preferences: WebPreferences;
  readonly #size: { width: number; height: number };
  readonly #closed: () => void;

  constructor(preferences: WebPreferences, size: { width: number; height: number }, closed: () => void) {
    super();
    this.#preferences = preferences;
    this.#size = size;
    this.#closed = closed;
  }

  async load(address: string): Promise<void> {
    if (!privileged.has(new URL(address).protocol.slice(0, -1))) throw new Error(`no scheme of this app: ${address}`);
    const { context, address: joinAt } = await browser();
    const page = context.pages().find((one) => one.url() === 'about:blank') ?? (await context.newPage());
    this.#page = page;
    this.#address = address;
    await page.setViewportSize(this.#size);
    await page.exposeBinding(hidden, ({ frame }, channel: string, values: unknown[], isSent: boolean) =>
      (isSent ? hear : invoke)({ sender: this, senderFrame: frameOf(frame) }, channel, values),
    );
    await page.exposeBinding(touched, (_source, type: string) => this.emit('input-event', {}, { type }));
    await page.addInitScript(tellTouches, touched);
    const { preload } = this.#preferences;
    if (preload) {
      const text = JSON.stringify(readFileSync(preload, 'utf8'));
      await page.addInitScript({ content: `${shim}(${text}, ${JSON.stringify(hidden)});` });
    }
    await page.route('**/*', (route) => this.#answer(route));
    page.on('popup', (popup) => void this.#decideOpen(popup));
    page.on('download', (file) => void this.#download(file.url()));
    page.on('close', this.#closed);
    page.on('pageerror', (error) => process.stderr.write(`page: ${error.message}\n`));
    await page.goto(toShown(address));
    process.send?.({ browser: joinAt });
  }
  getURL = () => this.#address;
  end(): void {
    void this.#page?.close().catch(() => undefined);
  }

  /** The test decides what the user does in the dialog and which printers there are. */
  print(options: WebContentsPrintOptions, answered: (success: boolean, reason: string) => void): void {
    void answerDialog(this.#page, options).then((reason) => answered(reason === null, reason ?? ''));
  }
  getPrintersAsync(): Promise<{ name: string }[]> {
    return Promise.resolve(printersOfTest());
  }

  /** Clones first, as Electron does; a page that is still loading receives nothing. */
  send(channel: string, ...values: unknown[]): void {
    const cloned = structuredClone(values);
    this.#page
      ?.evaluate(
        ({ name, channel, values }) => {
          const send: unknown = Reflect.get(globalThis, name);
          if (typeof send === 'function') send(channel, values);
        },
        { name: `${hidden}Send`, channel, values: cloned },
      )
      .catch(() => undefined);
  }
  setWebRTCIPHandlingPolicy(): void {}
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#onOpen = handler;
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = toOwn(request.url());
    if (request.isNavigationRequest() && request.frame() === this.#page?.mainFrame() && url !== this.#address) {
      const event = Object.assign(new CancelableEvent(), { url });
      this.emit('will-navigate', event, url);
      if (event.defaultPrevented) return route.abort('aborted');
    }
    const body = request.postDataBuffer();
    const answer = await this.#ask(url, request.isNavigationRequest() ? 'mainFrame' : 'other', {
      method: request.method(),
      headers: request.headers(),
      ...(body && { body: new Uint8Array(body) }),
    });
    if (!answer) return route.abort('blockedbyclient');
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  }

  /** Null if the app blocks the request or has no handler for the scheme. */
  async #ask(url: string, resourceType: string, init?: RequestInit): Promise<Response | null> {
    const handler = handlers.get(new URL(url).protocol.slice(0, -1));
    if (!handler || !(await session.defaultSession.lets({ url, resourceType }))) return null;
    return handler(new Request(url, init));
  }

  /** Download links bypass the page's routes, so the app is asked directly. */
  async #download(url: string): Promise<void> {
    const answer = await this.#ask(toOwn(url), 'other');
    if (answer?.ok) keepDownload(answer.headers, Buffer.from(await answer.arrayBuffer()));
  }

  async #decideOpen(popup: Page): Promise<void> {
    if (this.#onOpen({ url: toOwn(popup.url()) }).action === 'deny') await popup.close();
  }
}

/** Runs in the page: reports key and mouse presses, which Electron sees on their way to the page. */
function tellTouches(name: string): void {
  const tell = Reflect.get(window, name) as (type: string) => Promise<void>;
  window.addEventListener('keydown', () => void tell('keyDown'), true);
  window.addEventListener('mousedown', () => void tell('mouseDown'), true);
}

const frameOf = (frame: Frame) => {
  const url = toOwn(frame.url());
  return { url, origin: url.split('/', 3).join('/'), parent: frame.parentFrame() };
};
