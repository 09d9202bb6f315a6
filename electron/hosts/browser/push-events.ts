import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { eventsProtocol } from '../../../shared/contract/host-token.ts';

/** A screen that lets this many bytes wait is cut off; it connects again and asks anew. */
const maxWaiting = 1024 * 1024;
const heartbeatMs = 30_000;

/**
 * Tells numbered events to every screen that listens on `/events`. Screens say nothing there: what they send is not read. A
 * socket, and not server-sent events, since a browser opens at most six of those connections for all its tabs together.
 */
export function pushEvents() {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 1024,
    perMessageDeflate: false,
    // the other subprotocol is the token, and is not said back
    handleProtocols: (protocols) => protocols.has(eventsProtocol) && eventsProtocol,
  });
  const alive = new WeakSet<WebSocket>();

  // a tab that was put to sleep or cut off does not say so
  const heartbeat = setInterval(() => {
    for (const screen of server.clients) {
      if (!alive.delete(screen)) screen.terminate();
      else screen.ping();
    }
  }, heartbeatMs);
  heartbeat.unref();

  return {
    /** Takes over a connection that the guard has let in. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (screen) => {
        alive.add(screen);
        screen.on('pong', () => alive.add(screen));
        screen.on('error', () => screen.terminate());
      });
    },
    emit(event: NumberedEvent): void {
      const text = JSON.stringify(event);
      for (const screen of server.clients) {
        if (screen.bufferedAmount > maxWaiting) screen.terminate();
        else if (screen.readyState === WebSocket.OPEN) screen.send(text);
      }
    },
    close(): void {
      clearInterval(heartbeat);
      for (const screen of server.clients) screen.close(1001);
      server.close();
    },
  };
}
