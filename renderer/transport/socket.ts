import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { eventProtocol, tokenProtocolPrefix } from '../../shared/contract/host-token.ts';
import { pageToken } from './page-token.ts';

function isNumbered(value: unknown): value is NumberedEvent {
  return typeof value === 'object' && value !== null && 'n' in value && 'event' in value;
}

const firstWait = 250;
const longestWait = 4000;

/** Events of the browser host over a WebSocket that reconnects as long as the page lives. */
export function listenOverSocket(receive: (event: NumberedEvent) => void, link: (up: boolean) => void): () => void {
  let socket: WebSocket | null = null;
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function open(): void {
    const address = new URL('/events', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    socket = new WebSocket(address, [eventProtocol, `${tokenProtocolPrefix}${pageToken()}`]);
    socket.onopen = () => {
      wait = firstWait;
      link(true);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const event: unknown = JSON.parse(message.data);
      if (isNumbered(event)) receive(event);
    };
    socket.onclose = () => {
      if (stopped) return;
      link(false);
      timer = setTimeout(open, wait);
      wait = Math.min(longestWait, wait * 2);
    };
  }

  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
