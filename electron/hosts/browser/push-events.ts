import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { eventProtocol } from '../../../shared/contract/host-token.ts';

/** A screen with this many unsent bytes is disconnected; it reconnects and reloads. */
const maxBufferedBytes = 1024 * 1024;
const heartbeatMs = 30_000;

/**
 * Sends numbered events to every screen connected to `/events`; incoming data is ignored. A socket instead of
 * server-sent events, since a browser opens at most six of those connections for all its tabs together.
 */
export function pushEvents() {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 1024,
    perMessageDeflate: false,
    // the other subprotocol is the token, which must not be echoed
    handleProtocols: (protocols) => protocols.has(eventProtocol) && eventProtocol,
  });
  const alive = new WeakSet<WebSocket>();

  // a suspended or disconnected tab does not close its socket
  const heartbeat = setInterval(() => {
    for (const screen of server.clients) {
      if (!alive.delete(screen)) screen.terminate();
      else screen.ping();
    }
  }, heartbeatMs);
  heartbeat.unref();

  return {
    /** Takes over a connection the guard has admitted. */
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
        if (screen.bufferedAmount > maxBufferedBytes) screen.terminate();
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
