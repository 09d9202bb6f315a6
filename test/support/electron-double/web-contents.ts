import { toAppAddress, toHttpsAddress } from './addresses.ts';
import { browser } from './browser.ts';
import { CancelableEvent } from './cancelable-event.ts';
import { saveDownload } from './downloads.ts';
import { deliverMessage, invoke } from './ipc-main.ts';
import { printOrFail, testPrinters } from './printing.ts';
import { handlers, privileged } from './protocol.ts';
import { session } from './session.ts';
import type { WebContentsPrintOptions, WebPreferences } from 'electron';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Frame, Page, Route } from 'playwright';

const invokeBinding = 'electronDoubleInvoke';
const inputBinding = 'electronDoubleTouched';
const shim = readFileSync(new URL('./preload-shim.js', import.meta.url), 'utf8')
  .trim()
  .replace(/;$/, '');
type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

export class WebContents extends EventEmitter {
  #page: Page | undefined;
  #address = '';
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  readonly #preferences: WebPreferences;
  readonly #size: { width: number; height: number };
  readonly #onClose: () => void;

  constructor(preferences: WebPreferences, size: { width: number; height: number }, onClose: () => void) {
    super();
    this.#preferences = preferences;
    this.#size = size;
    this.#onClose = onClose;
  }

  async load(address: string): Promise<void> {
    if (!privileged.has(new URL(address).protocol.slice(0, -1))) throw new Error(`no scheme of this app: ${address}`);
    const { context, address: connectAddress } = await browser();
    const page = context.pages().find((one) => one.url() === 'about:blank') ?? (await context.newPage());
    this.#page = page;
    this.#address = address;
    await page.setViewportSize(this.#size);
    await page.exposeBinding(invokeBinding, ({ frame }, channel: string, values: unknown[], isOneWay: boolean) =>
      (isOneWay ? deliverMessage : invoke)({ sender: this, senderFrame: frameOf(frame) }, channel, values),
    );
    await page.exposeBinding(inputBinding, (_source, type: string) => this.emit('input-event', {}, { type }));
    await page.addInitScript(reportInput, inputBinding);
    const { preload } = this.#preferences;
    if (preload) {
      const preloadSource = JSON.stringify(readFileSync(preload, 'utf8'));
      await page.addInitScript({ content: `${shim}(${preloadSource}, ${JSON.stringify(invokeBinding)});` });
    }
    await page.route('**/*', (route) => this.#answerRoute(route));
    page.on('popup', (popup) => void this.#decideOpen(popup));
    page.on('download', (file) => void this.#download(file.url()));
    page.on('close', this.#onClose);
    page.on('pageerror', (error) => process.stderr.write(`page: ${error.message}\n`));
    await page.goto(toHttpsAddress(address));
    process.send?.({ browser: connectAddress });
  }
  getURL = () => this.#address;
  end(): void {
    void this.#page?.close().catch(() => undefined);
  }

  /** The test decides what the user does in the dialog and which printers there are. */
  print(options: WebContentsPrintOptions, callback: (success: boolean, reason: string) => void): void {
    void printOrFail(this.#page, options).then((reason) => callback(reason === null, reason ?? ''));
  }
  getPrintersAsync(): Promise<{ name: string }[]> {
    return Promise.resolve(testPrinters());
  }

  /** Clones the values first, as Electron does. A page that is still loading receives nothing. */
  send(channel: string, ...values: unknown[]): void {
    const cloned = structuredClone(values);
    this.#page
      ?.evaluate(
        ({ name, channel, values }) => {
          const send: unknown = Reflect.get(globalThis, name);
          if (typeof send === 'function') send(channel, values);
        },
        { name: `${invokeBinding}Send`, channel, values: cloned },
      )
      .catch(() => undefined);
  }
  setWebRTCIPHandlingPolicy(): void {}
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  async #answerRoute(route: Route): Promise<void> {
    const request = route.request();
    const url = toAppAddress(request.url());
    if (request.isNavigationRequest() && request.frame() === this.#page?.mainFrame() && url !== this.#address) {
      const event = Object.assign(new CancelableEvent(), { url });
      this.emit('will-navigate', event, url);
      if (event.defaultPrevented) return route.abort('aborted');
    }
    const body = request.postDataBuffer();
    const answer = await this.#requestFromApp(url, request.isNavigationRequest() ? 'mainFrame' : 'other', {
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
  async #requestFromApp(url: string, resourceType: string, init?: RequestInit): Promise<Response | null> {
    const handler = handlers.get(new URL(url).protocol.slice(0, -1));
    if (!handler || !(await session.defaultSession.allows({ url, resourceType }))) return null;
    return handler(new Request(url, init));
  }

  /** Asks the app directly, because download links bypass the routes of the page. */
  async #download(url: string): Promise<void> {
    const answer = await this.#requestFromApp(toAppAddress(url), 'other');
    if (answer?.ok) saveDownload(answer.headers, Buffer.from(await answer.arrayBuffer()));
  }

  async #decideOpen(popup: Page): Promise<void> {
    if (this.#openHandler({ url: toAppAddress(popup.url()) }).action === 'deny') await popup.close();
  }
}

/** Runs in the page: reports key and mouse presses. In Electron the main process sees them before the page does. */
function reportInput(name: string): void {
  const reportPress = Reflect.get(window, name) as (type: string) => Promise<void>;
  window.addEventListener('keydown', () => void reportPress('keyDown'), true);
  window.addEventListener('mousedown', () => void reportPress('mouseDown'), true);
}

const frameOf = (frame: Frame) => {
  const url = toAppAddress(frame.url());
  return { url, origin: url.split('/', 3).join('/'), parent: frame.parentFrame() };
};
