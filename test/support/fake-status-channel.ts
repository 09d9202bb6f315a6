import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A status channel as hostile as its printer. What happens at a question, by the order they come in from 1, happens once. */
export interface FakeChannel {
  /** from this question on it takes them and says nothing; 1: never a word */
  silentFrom?: number;
  /** it closes the connection instead of an answer, at each question from this one on */
  closesFrom?: number;
  /** what it says instead, at each question from this one on */
  says?: { from: number; text: string };
  /** answers about another setting, at these questions */
  otherAt?: readonly number[];
  /** answers with far more than a printer has to say, at these */
  hugeAt?: readonly number[];
  /** cuts the connection in the middle of the answer, at these */
  halfAt?: readonly number[];
  /** ms that an answer takes */
  slowMs?: number;
  /** says nothing while the printer is out of paper */
  silentWhenOut?: boolean;
  /** who answers there */
  id?: string;
  /** labels that came out, as it tells them; left out: as the printer counts */
  total?: () => number;
  /** it says that nothing is left to print whatever is, as before the label has come in */
  alwaysIdle?: boolean;
}
export interface ChannelOf {
  id: string;
  /** the three strings of its state */
  state: (idle: boolean) => string[];
  total: () => number;
  isOut: () => boolean;
}

const settings = /\{\}\{"([a-z._]+)":null\}\r\n/;

/** The second server of a fake printer: settings as JSON, and nothing else. */
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
