import type { Page } from 'playwright';

export interface FakeScale {
  says(text: string): void;
  unplug(): void;
  plug(): void;
}
declare global {
  interface Window {
    fakeScale: FakeScale;
  }
}

/**
 * Installs a Web Serial port with a scale attached in the page. When asked to choose a port, the user always chooses
 * this one.
 */
export function connectScale(page: Page): Promise<void> {
  return page.evaluate(() => {
    let line: ReadableStreamDefaultController<Uint8Array> | undefined;
    let ports: object[] = [];
    const connected = new Set<() => void>();
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      writable: null,
      open() {
        if (port.readable) return Promise.reject(new Error('The port is already open.'));
        port.readable = new ReadableStream({ start: (controller) => void (line = controller) });
        return Promise.resolve();
      },
      async close() {
        // A driver does not close a port immediately.
        await new Promise((closed) => setTimeout(closed, 50));
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
      addEventListener: (name: string, listener: () => void) => name === 'connect' && connected.add(listener),
      removeEventListener: (name: string, listener: () => void) => name === 'connect' && connected.delete(listener),
    };
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    window.fakeScale = {
      says: (text) => line?.enqueue(new TextEncoder().encode(text)),
      unplug() {
        ports = [];
        port.readable = null;
        line?.error(new Error('The device has been lost.'));
      },
      plug() {
        ports = [port];
        for (const listener of connected) listener();
      },
    };
  });
}
