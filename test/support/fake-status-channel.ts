import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Faults of a status channel. Each applies to queries by their number, from 1. */
export interface FakeChannelFaults {
  /** reads but does not answer, from this query on; 1: never answers */
  silentFromQuery?: number;
  /** closes the connection instead of answering, from this query on */
  closesFromQuery?: number;
  /** sends this text instead of an answer, from this query on */
  answersText?: { fromQuery: number; text: string };
  /** answers about a setting that was not queried, at these queries */
  otherSettingAt?: readonly number[];
  /** answers with far more data than any printer sends, at these queries */
  hugeAnswerAt?: readonly number[];
  /** closes the connection halfway through the answer, at these queries */
  halfAnswerAt?: readonly number[];
  /** delay of each answer (ms) */
  answerDelayMs?: number;
  /** does not answer while the printer is out of paper */
  silentWhenOut?: boolean;
  /** device id that it reports */
  id?: string;
  /** number of printed labels that it reports; default: the printer's own count */
  total?: () => number;
  /** always reports an empty queue, as a printer does before it has received the label */
  alwaysIdle?: boolean;
}
export interface ChannelPrinter {
  id: string;
  /** the three status strings */
  state: (idle: boolean) => string[];
  total: () => number;
  isOut: () => boolean;
}

const settingQuery = /\{\}\{"([a-z._]+)":null\}\r\n/;

/** Serves the second port of a fake printer, which answers queries about settings in JSON and does nothing else. */
export async function serveFakeChannel(faults: FakeChannelFaults, printer: ChannelPrinter) {
  const heard = { queryCount: 0, connectionCount: 0 };
  const sockets = new Set<Socket>();

  function answerTo(name: string): string {
    const values: Record<string, string> = {
      'device.unique_id': faults.id ?? printer.id,
      'odometer.total_label_count': String((faults.total ?? printer.total)()),
      'device.host_status': printer.state(faults.alwaysIdle ?? false).join('\r\n'),
    };
    return JSON.stringify({ [name]: values[name] ?? null });
  }
  function reply(socket: Socket, name: string): void {
    heard.queryCount += 1;
    const queryNumber = heard.queryCount;
    const isFrom = (first: number | undefined): boolean => first !== undefined && queryNumber >= first;
    if (isFrom(faults.silentFromQuery) || (faults.silentWhenOut && printer.isOut())) return;
    if (isFrom(faults.closesFromQuery)) return void socket.destroy();
    if (isFrom(faults.answersText?.fromQuery)) return void socket.write(faults.answersText!.text);
    if (faults.otherSettingAt?.includes(queryNumber)) return void socket.write('{"device.friendly_name":"1000"}');
    if (faults.hugeAnswerAt?.includes(queryNumber)) return void socket.write(`{"${name}":"${'9'.repeat(1_000_000)}"}`);
    const fullAnswer = answerTo(name);
    if (faults.halfAnswerAt?.includes(queryNumber)) return void socket.end(fullAnswer.slice(0, fullAnswer.length / 2));
    if (faults.answerDelayMs === undefined) socket.write(fullAnswer);
    else setTimeout(() => socket.destroyed || socket.write(fullAnswer), faults.answerDelayMs);
  }

  const server = createServer((socket) => {
    heard.connectionCount += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let unread = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      unread += chunk;
      for (let match = settingQuery.exec(unread); match; match = settingQuery.exec(unread)) {
        unread = unread.slice(match.index + match[0].length);
        reply(socket, match[1]!);
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
