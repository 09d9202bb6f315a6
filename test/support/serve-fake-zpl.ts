import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { serveFakeChannel, type FakeChannel } from './fake-status-channel.ts';

/** What goes wrong at a printer, each at labels by the order they arrive in, from 1. All of it happens once. */
export interface Wrongs {
  /** runs out of paper in the middle of this label: it is cut, and nothing goes on before there is paper */
  paperOutAt?: readonly number[];
  /** cuts the connection as soon as it has this label, which it then prints or has lost */
  cutAt?: Readonly<Record<number, 'prints' | 'loses'>>;
  /** loses these labels and says nothing of it, as one whose memory is full */
  losesAt?: readonly number[];
  /** takes only half of this label, then the connection is gone */
  halfAt?: readonly number[];
  /** gives a wrong answer to the question for its state, at these questions from 1 */
  wrongAnswerAt?: readonly number[];
  /** holds this label, whole, until somebody tears it off, and prints nothing before */
  peelsAt?: readonly number[];
  /** somebody else's label comes out beside this one */
  strangerAt?: readonly number[];
}
export interface FakePrinter extends Wrongs {
  /** it counts its labels and tells how many */
  odometer?: boolean;
  /** says nothing at all while it is out of paper, as printers of one maker do */
  silentWhenOut?: boolean;
  /** ms a label takes */
  labelMs?: number;
  /** what it says that it is: model, firmware, dots to the millimetre, memory; null: nothing */
  identity?: string | null;
  /** labels it has room for; what comes while they are still to come out is lost */
  holds?: number;
  /** its status channel; left out: its model has none */
  channel?: FakeChannel;
  /** runs out of paper when it has so many bytes of a label, and takes no more of it */
  fullAt?: number;
  /** which printer it is */
  id?: string;
  /** how wide it prints, in dots */
  printDots?: number;
  /** it keeps no graphics, so it answers nothing when it is asked for them */
  keepsNothing?: boolean;
  /** another printer answers at its address, on each connection from this one on, counted from 1 */
  anotherFrom?: number;
}

/** A label as it came out: whole or cut, and what it says of itself in its comment (^FX). */
export interface Piece {
  says: string;
  cut: boolean;
}

const saysOf = (format: string): string => /\^FX([^^]*)\^FS/.exec(format)?.[1] ?? '?';

let made = 0;
/** No two printers have the same. */
const serialNumber = (): string => {
  made += 1;
  return `XXRBJ13120${String(made).padStart(4, '0')}`;
};

/** A ZPL printer on loopback that is hostile on purpose. `paper` is what lies in its tray, in order. */
export async function serveFakeZplPrinter(given: FakePrinter = {}) {
  const { odometer = true, silentWhenOut = true, labelMs = 0, holds = Infinity, printDots = 832, ...rest } = given;
  const { fullAt = Infinity, id = serialNumber(), keepsNothing = false, anotherFrom = Infinity, ...wrongs } = rest;
  const { identity = 'ZD421-203dpi,V93.21.17Z,8,8192KB' } = given;
  const paper: Piece[] = [];
  const zpl: string[] = [];
  const waiting: string[] = [];
  const sockets = new Set<Socket>();
  const heard = { labels: 0, questions: 0, most: 0, connections: 0 };
  /** graphics in its memory (`R:`), by name; gone when it is restarted */
  const graphics = new Set<string>();
  const arrived: string[] = [];
  let [total, isOut, isBusy, isOver, hangs, hasLabelWaiting] = [1000, false, false, false, false, false];
  let onPaper = (): void => undefined;

  const comeOut = (says: string, format: string, cut = false): void => {
    paper.push({ says, cut });
    zpl.push(format);
    total += 1;
    onPaper();
  };
  /** Prints what waits, one after the other; out of paper it stands still. */
  function work(): void {
    if (isBusy || isOut || isOver || hasLabelWaiting) return;
    const format = waiting[0];
    if (format === undefined) return;
    isBusy = true;
    setTimeout(() => {
      isBusy = false;
      const [, number = '0'] = /^(\d+) /.exec(format) ?? [];
      const says = saysOf(format);
      if (wrongs.paperOutAt?.includes(Number(number)) && !outAlready.has(number)) {
        outAlready.add(number);
        isOut = true;
        comeOut(says, format, true);
        // the printer itself prints it once more, or does not
        if (!format.includes('^JZY')) waiting.shift();
        return;
      }
      waiting.shift();
      hasLabelWaiting = wrongs.peelsAt?.includes(Number(number)) ?? false;
      comeOut(says, format);
      if (wrongs.strangerAt?.includes(Number(number))) comeOut('somebody else', '');
      work();
    }, labelMs);
  }
  const outAlready = new Set<string>();

  function stateOf(idle = false): string[] {
    const formats = String(idle ? 0 : waiting.length).padStart(3, '0');
    const out = isOut ? 1 : 0;
    return [
      `030,${out},0,1245,${formats},0,0,0,000,0,0,0`,
      `000,0,0,0,1,2,6,${hasLabelWaiting ? 1 : 0},00000000,1,000`,
      '1234,0',
    ];
  }
  function statusOf(): string {
    heard.questions += 1;
    if (wrongs.wrongAnswerAt?.includes(heard.questions)) return '\x02030,0,0\x03\r\n\x02what?\x03\r\n\x02\x03\r\n';
    return stateOf()
      .map((string) => `\x02${string}\x03\r\n`)
      .join('');
  }
  const channel = given.channel
    ? await serveFakeChannel(given.channel, { id, state: stateOf, total: () => total, isOut: () => isOut })
    : null;
  /** As it tells its settings; null: it does not know of such a one. */
  const settings: Record<string, (isAnother: boolean) => number | string | null> = {
    'ezpl.print_width': () => (identity === null ? null : printDots),
    'odometer.total_label_count': () => (odometer ? total : null),
    'device.unique_id': (isAnother) => (isAnother ? `${id}-another` : id),
    'ip.port_json_config': () => channel?.port ?? null,
  };

  function took(socket: Socket, format: string): void {
    heard.labels += 1;
    const number = heard.labels;
    arrived.push(saysOf(format));
    if (wrongs.halfAt?.includes(number)) return void socket.destroy();
    const cut = wrongs.cutAt?.[number];
    if (cut !== 'loses' && !wrongs.losesAt?.includes(number) && waiting.length < holds)
      waiting.push(`${number} ${format}`);
    if (cut !== undefined) socket.destroy();
    work();
  }

  /** As the manual shows it (^HW). */
  const listOf = (start: string): string => {
    const lines = [...graphics].filter((name) => name.startsWith(start)).map((name) => `*${name}       1     \r\n`);
    return `\x02\r\nDIR R: \r\n${lines.join('')}\r\n- 3800000 bytes free\r\n\x03`;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    heard.connections += 1;
    const isAnother = heard.connections >= anotherFrom;
    // one that ended before may be heard of in the same turn, and later
    setImmediate(() => {
      const open = [...sockets].filter((one) => !one.readableEnded);
      heard.most = Math.max(heard.most, open.length);
    });
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const reply = (text: string): void => void ((isOut && silentWhenOut) || isOver || hangs || socket.write(text));
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      if (text.length > fullAt) {
        isOut = true;
        socket.pause();
      }
      for (;;) {
        const found =
          /~H[SI]\r?\n?|! U1 getvar "([a-z._]+)"\r\n|~DGR:(\w+\.GRF),1,1,00\s*|\^XA\^HWR:(\w*)\*\.GRF\^XZ\s*|\^XA\^IDR:(\w+\.GRF)\^FS\^XZ\s*|\^XA[^]*?\^XZ\s*/.exec(
            text,
          );
        if (!found) return;
        text = text.slice(found.index + found[0].length);
        const [, , put, listed, removed] = found;
        if (put !== undefined) keepsNothing || graphics.add(put);
        else if (listed !== undefined) keepsNothing || reply(listOf(listed));
        else if (removed !== undefined) graphics.delete(removed);
        else if (found[0].startsWith('~HS')) reply(statusOf());
        else if (found[0].startsWith('~HI')) identity !== null && reply(`\x02${identity}\x03\r\n`);
        else if (found[1] !== undefined) reply(`"${settings[found[1]]?.(isAnother) ?? '?'}"`);
        else took(socket, found[0]);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  async function stop(): Promise<void> {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    await channel?.stop();
    await new Promise((resolve) => server.close(resolve));
  }

  return {
    at: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    channel,
    /** as it is known once it was set up */
    known: channel && { port: channel.port, id },
    paper,
    /** what each piece was printed from, in the same order */
    zpl,
    /** labels that arrived, questions asked, and how many connections there ever were at once */
    heard,
    graphics,
    /** what each label that arrived says of itself, in order */
    arrived,
    isOut: () => isOut,
    /** something of a label is still to come out */
    isBusy: () => isBusy || waiting.length > 0,
    /** somebody is connected, from whom more may come */
    isConnected: () => sockets.size > 0,
    /** Called with each piece that comes out. */
    watch: (run: () => void) => void (onPaper = run),
    /** Somebody puts paper in. */
    load(): void {
      isOut = false;
      for (const socket of sockets) socket.resume();
      work();
    },
    /** Somebody presses its cancel key: what waits in it never comes out. */
    cancel: () => void (waiting.length = 0),
    /** Somebody tears off the label that it holds. */
    tearOff(): void {
      hasLabelWaiting = false;
      work();
    },
    /** It takes what comes, and answers nothing any more where labels go. */
    hang: () => void (hangs = true),
    isOn: () => server.listening,
    stop,
  };
}
export type FakeZplPrinter = Awaited<ReturnType<typeof serveFakeZplPrinter>>;
