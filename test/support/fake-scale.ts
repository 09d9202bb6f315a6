import type { Page } from 'playwright';

export interface FakeScale {
  send(text: string): void;
  unplug(): void;
  plug(): void;
}
declare global {
  interface Window {
    fakeScale: FakeScale;
  }
}

/**
 * Installs a Web Serial port with a scale attached in the page. When the page asks the user to choose a port, this one
 * is always chosen.
 */
export function connectScale(page: Page): Promise<void> {
  return page.evaluate(() => {
    let portController: ReadableStreamDefaultController<Uint8Array> | undefined;
    let ports: object[] = [];
    const connectListeners = new Set<() => void>();
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      writable: null,
      open() {
        if (port.readable) return Promise.reject(new Error('The port is already open.'));
        port.readable = new ReadableStream({ start: (controller) => void (portController = controller) });
        return Promise.resolve();
      },
      async close() {
        // A driver does not close a port immediately.
        await new Promise((resolve) => setTimeout(resolve, 50));
        port.readable = null;
      },
      forget() {
        ports = [];
        return Promise.resolve();
      },
    };
    const serial = {
      getPorts: () => Promise.resolve(ports),
      requestPort() {
        ports = [port];
        return Promise.resolve(port);
      },
      addEventListener: (name: string, listener: () => void) => name === 'connect' && connectListeners.add(listener),
      removeEventListener: (name: string, listener: () => void) =>
        name === 'connect' && connectListeners.delete(listener),
    };
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    window.fakeScale = {
      send: (text) => portController?.enqueue(new TextEncoder().encode(text)),
      unplug() {
        ports = [];
        port.readable = null;
        portController?.error(new Error('The device has been lost.'));
      },
      plug() {
        ports = [port];
        for (const listener of connectListeners) listener();
      },
    };
  });
}
