interface Event {
  sender: unknown;
  senderFrame: { url: string; origin: string; parent: unknown } | null;
}
type Handler = (event: Event, ...values: unknown[]) => unknown;
const handlers = new Map<string, Handler>();
const listeners = new Map<string, Handler>();

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  once(channel: string, listener: Handler): void {
    listeners.set(channel, listener);
  },
};

/** Delivers a one-way message from a page's preload. */
export function deliverMessage(event: Event, channel: string, values: unknown[]): void {
  const listener = listeners.get(channel);
  listeners.delete(channel);
  listener?.(event, ...values);
}

/**
 * Handles a call from a page. As in Electron, an error keeps only its text and a value that cannot be cloned is
 * rejected.
 */
export async function invoke(event: Event, channel: string, values: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return { value: structuredClone(await handler(event, ...values)) };
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
