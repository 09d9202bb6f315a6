import { app } from './app.ts';
import { CancelableEvent } from './cancelable-event.ts';
import { WebContents } from './web-contents.ts';
import type { BrowserWindowConstructorOptions } from 'electron';
import { EventEmitter } from 'node:events';

export class BrowserWindow extends EventEmitter {
  static #all: BrowserWindow[] = [];
  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }

  static getFocusedWindow = () => BrowserWindow.#all[0] ?? null;

  readonly webContents: WebContents;
  #bounds: { x: number; y: number; width: number; height: number };
  #maximized = false;
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    this.webContents = new WebContents(options.webPreferences ?? {}, this.#bounds, () => this.close());
    BrowserWindow.#all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.load(address);
    this.emit('ready-to-show');
  }
  show(): void {}
  focus(): void {}
  restore(): void {}
  maximize(): void {
    this.#maximized = true;
  }
  isMaximized = () => this.#maximized;
  isMinimized = () => false;
  isDestroyed = () => this.#destroyed;
  getNormalBounds = () => ({ ...this.#bounds });

  close(): void {
    const event = new CancelableEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    BrowserWindow.#all = BrowserWindow.#all.filter((window) => window !== this);
    this.emit('closed');
    this.webContents.end();
    if (BrowserWindow.#all.length > 0) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }
}
