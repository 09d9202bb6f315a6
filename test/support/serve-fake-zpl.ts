import { serveFakeChannel, type FakeChannel } from './fake-status-channel.ts';
import { createServer, type Socket, type AddressInfo } from 'node:net';

/** Faults of a printer, by label number from 1, each happening once. */
export interface Wrongs {
  /** runs out of paper in the middle of this label: the label is cut, and printing stops until paper is loaded */
  paperOutAt?: readonly number[];
  /** closes the connection as soon as it has received this label, which it then prints or loses */
  cutAt?: Readonly<Record<number, 'prints' | 'loses'>>;
  /** loses these labels silently, like a printer whose memory is full */
  losesAt?: readonly number[];
  /** closes the connection after half of this label */
  halfAt?: readonly number[];
  /** answers these status queries (from 1) wrongly */
  wrongAnswerAt?: readonly number[];
  /** holds this label, fully printed, until it is torn off, and prints nothing before */
  peelsAt?: readonly number[];
  /** prints another program's label after this one */
  strangerAt?: readonly number[];
}
export interface FakePrinter extends Wrongs {
  /** counts labels and reports the count */
  odometer?: boolean;
  /** does not answer while it is out of paper, as one maker's printers do */
  silentWhenOut?: boolean;
  /** time to print a label (ms) */
  labelMs?: number;
  /** answer about model, firmware, dots per mm and memory; null: no answer */
  identity?: string | null;
  /** labels its memory holds; more are lost */
  holds?: number;
  /** its status channel; default: the model has none */
  channel?: FakeChannel;
  /** runs out of paper after this many bytes of a label, and reads no more */
  fullAt?: number;
  /** its serial number */
  id?: string;
  /** print width in dots */
  printDots?: number;
  /** cannot store graphics, so it does not answer queries about them */
  keepsNothing?: boolean;
  /** from this connection on, counted from 1, another printer answers at its address */
  anotherFrom?: number;
}

/** A printed label: whole or cut, with the name in its comment (^FX). */
export interface Piece {
  says: string;
  cut: boolean;
}

const saysOf = (format: string): string => /\^FX([^^]*)\^FS/.exec(format)?.[1] ?? '?';

let made = 0;
/** Unique for each printer. */
const serialNumber = (): string => {
  made += 1;
  return `XXRBJ13120${String(made).padStart(4, '0')}`;
};

/** Serves a ZPL printer on loopback with the given faults. `paper` lists what lies in its tray, in order. */
export async function serveFakeZplPrinter(given: FakePrinter = {}) {
  const { odometer = true, silentWhenOut = true, labelMs = 0, holds = Infinity, printDots = 832, ...rest } = given;
  const { fullAt = Infinity, id = serialNumber(), keepsNothing = false, anotherFrom = Infinity, ...wrongs } = rest;
  const { identity = 'ZD421-203dpi,V93.21.17Z,8,8192KB' } = given;
  const paper: Piece[] = [];
  const zpl: string[] = [];
  const waiting: string[] = [];
  const sockets = new Set<Socket>();
  const heard = { labels: 0, questions: 0, most: 0, connections: 0 };
  /** names of the graphics in its memory (`R:`); a restart removes them */
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
  /** Prints the waiting labels in order; stops when out of paper. */
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
        // With ^JZY the printer reprints the label itself.
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
  /** Values of its settings; null: unknown setting. */
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

  /** Directory listing in the format of the manual (^HW). */
  const listOf = (start: string): string => {
    const lines = [...graphics].filter((name) => name.startsWith(start)).map((name) => `*${name}       1     \r\n`);
    return `\x02\r\nDIR R: \r\n${lines.join('')}\r\n- 3800000 bytes free\r\n\x03`;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    heard.connections += 1;
    const isAnother = heard.connections >= anotherFrom;
    // A connection that ended earlier may be reported in the same turn, but after this event.
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
    /** as stored after setup */
    known: channel && { port: channel.port, id },
    paper,
    /** source of each piece in `paper`, in the same order */
    zpl,
    /** numbers of labels and queries received, and the maximum number of simultaneous connections */
    heard,
    graphics,
    /** names of the labels that arrived, in order */
    arrived,
    isOut: () => isOut,
    /** whether a label is still to be printed */
    isBusy: () => isBusy || waiting.length > 0,
    /** whether a client is connected, which may send more */
    isConnected: () => sockets.size > 0,
    /** Calls `run` for each printed piece. */
    watch: (run: () => void) => void (onPaper = run),
    /** Loads paper. */
    load(): void {
      isOut = false;
      for (const socket of sockets) socket.resume();
      work();
    },
    /** Presses the cancel key: waiting labels are never printed. */
    cancel: () => void (waiting.length = 0),
    /** Tears off the label that the printer holds. */
    tearOff(): void {
      hasLabelWaiting = false;
      work();
    },
    /** From now on it reads but does not answer on the label port. */
    hang: () => void (hangs = true),
    isOn: () => server.listening,
    stop,
  };
}
export type FakeZplPrinter = Awaited<ReturnType<typeof serveFakeZplPrinter>>;
