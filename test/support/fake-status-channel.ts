import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A status channel as hostile as its printer. Each fault applies to questions by their number, from 1. */
export interface FakeChannel {
  /** reads but does not answer from this question on; 1: never answers */
  silentFrom?: number;
  /** closes the connection instead of answering, from this question on */
  closesFrom?: number;
  /** sends this text instead of an answer, from this question on */
  says?: { from: number; text: string };
  /** answers about another setting, at these questions */
  otherAt?: readonly number[];
  /** answers with far more data than a printer has, at these questions */
  hugeAt?: readonly number[];
  /** closes the connection halfway through the answer, at these questions */
  halfAt?: readonly number[];
  /** ms before it answers */
  slowMs?: number;
  /** does not answer while the printer is out of paper */
  silentWhenOut?: boolean;
  /** device id that it reports */
  id?: string;
  /** number of printed labels that it reports; default: the printer's own count */
  total?: () => number;
  /** always reports an empty queue, as a printer does before it has received the label */
  alwaysIdle?: boolean;
}
export interface ChannelOf {
  id: string;
  /** the three status strings */
  state: (idle: boolean) => string[];
  total: () => number;
  isOut: () => boolean;
}

const settings = /\{\}\{"([a-z._]+)":null\}\r\n/;

/** Serves the second port of a fake printer: settings as JSON and nothing else. */
export async function serveFakeChannel(given: FakeChannel, printer: ChannelOf) {
  const heard = { questions: 0, connections: 0 };
  const sockets = new Set<Socket>();

  function answerTo(name: string): string {
    const values: Record<string, string> = {
      'device.unique_id': given.id ?? printer.id,
      'odometer.total_label_count': String((given.total ?? printer.total)()),
      'device.host_status': printer.state(given.alwaysIdle ?? false).join('\r\n'),
    };
    return JSON.stringify({ [name]: values[name] ?? null });
  }
  function reply(socket: Socket, name: string): void {
    heard.questions += 1;
    const at = heard.questions;
    const from = (first: number | undefined): boolean => first !== undefined && at >= first;
    if (from(given.silentFrom) || (given.silentWhenOut && printer.isOut())) return;
    if (from(given.closesFrom)) return void socket.destroy();
    if (from(given.says?.from)) return void socket.write(given.says!.text);
    if (given.otherAt?.includes(at)) return void socket.write('{"device.friendly_name":"1000"}');
    if (given.hugeAt?.includes(at)) return void socket.write(`{"${name}":"${'9'.repeat(1_000_000)}"}`);
    const whole = answerTo(name);
    if (given.halfAt?.includes(at)) return void socket.end(whole.slice(0, whole.length / 2));
    if (given.slowMs === undefined) socket.write(whole);
    else setTimeout(() => socket.destroyed || socket.write(whole), given.slowMs);
  }

  const server = createServer((socket) => {
    heard.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      for (let found = settings.exec(text); found; found = settings.exec(text)) {
        text = text.slice(found.index + found[0].length);
        reply(socket, found[1]!);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakeStatusChannel = Awaited<ReturnType<typeof serveFakeChannel>>;
