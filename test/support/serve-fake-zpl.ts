import { serveFakeChannel, type FakeChannelFaults } from './fake-status-channel.ts';
import { createServer, type Socket, type AddressInfo } from 'node:net';

/** Faults of a printer by label number, from 1. Each happens once. */
export interface PrinterFaults {
  /** runs out of paper in the middle of this label: the label is cut, and the printer stops until paper is loaded */
  paperOutAt?: readonly number[];
  /** closes the connection as soon as it has received this label, and then prints or loses the label */
  closesAfterLabel?: Readonly<Record<number, 'prints' | 'loses'>>;
  /** loses these labels silently, like a printer whose memory is full */
  losesAt?: readonly number[];
  /** closes the connection after half of this label */
  closesHalfwayAt?: readonly number[];
  /** gives a malformed answer to these status queries (numbered from 1) */
  wrongStatusAt?: readonly number[];
  /** holds this label, fully printed, until it is torn off, and prints no other label until then */
  holdsUntilTornAt?: readonly number[];
  /** prints a label of another program after this one */
  foreignLabelAfter?: readonly number[];
}
export interface FakeZplOptions extends PrinterFaults {
  /** counts labels and reports the count */
  odometer?: boolean;
  /** does not answer while it is out of paper, like the printers of one maker */
  silentWhenOut?: boolean;
  /** time to print a label (ms) */
  labelMs?: number;
  /** answer about model, firmware, dots per mm and memory; null: no answer */
  identity?: string | null;
  /** number of labels that fit into its memory; further ones are lost */
  memoryLabels?: number;
  /** faults of its status channel; default: the model has no status channel */
  channel?: FakeChannelFaults;
  /** runs out of paper after it has received this many bytes of a label, and reads no more */
  paperOutAfterBytes?: number;
  /** its serial number */
  id?: string;
  /** print width in dots */
  printDots?: number;
  /** cannot store graphics, and so does not answer queries about them */
  hasNoGraphics?: boolean;
  /** from this connection on (numbered from 1), another printer answers at its address */
  replacedFrom?: number;
}

/** A printed label, complete or cut off; its name is in its comment (^FX). */
export interface PrintedPiece {
  label: string;
  cut: boolean;
}

const labelNameOf = (format: string): string => /\^FX([^^]*)\^FS/.exec(format)?.[1] ?? '?';

let lastSerial = 0;
/** Unique for each printer. */
const serialNumber = (): string => {
  lastSerial += 1;
  return `XXRBJ13120${String(lastSerial).padStart(4, '0')}`;
};

/** Serves a ZPL printer on loopback with the given faults. `paper` lists the printed labels in its tray, in order. */
export async function serveFakeZplPrinter(options: FakeZplOptions = {}) {
  const {
    odometer = true,
    silentWhenOut = true,
    labelMs = 0,
    memoryLabels = Infinity,
    printDots = 832,
    ...moreOptions
  } = options;
  const {
    paperOutAfterBytes = Infinity,
    id = serialNumber(),
    hasNoGraphics = false,
    replacedFrom = Infinity,
    ...faults
  } = moreOptions;
  const { identity = 'ZD421-203dpi,V93.21.17Z,8,8192KB' } = options;
  const paper: PrintedPiece[] = [];
  const zpl: string[] = [];
  const waiting: string[] = [];
  const sockets = new Set<Socket>();
  const heard = { labels: 0, questions: 0, maxConnections: 0, connections: 0 };
  /** names of the graphics in its memory (`R:`); a restart removes them */
  const graphics = new Set<string>();
  const arrived: string[] = [];
  let [total, isOut, isBusy, isStopped, isHanging, hasLabelWaiting] = [1000, false, false, false, false, false];
  let onPrinted = (): void => undefined;

  const printPiece = (label: string, format: string, cut = false): void => {
    paper.push({ label, cut });
    zpl.push(format);
    total += 1;
    onPrinted();
  };
  /** Prints the waiting labels in order and stops when the printer is out of paper. */
  function printWaiting(): void {
    if (isBusy || isOut || isStopped || hasLabelWaiting) return;
    const format = waiting[0];
    if (format === undefined) return;
    isBusy = true;
    setTimeout(() => {
      isBusy = false;
      const [, number = '0'] = /^(\d+) /.exec(format) ?? [];
      const label = labelNameOf(format);
      if (faults.paperOutAt?.includes(Number(number)) && !ranOutAt.has(number)) {
        ranOutAt.add(number);
        isOut = true;
        printPiece(label, format, true);
        // With ^JZY the printer prints the label again, so it keeps waiting.
        if (!format.includes('^JZY')) waiting.shift();
        return;
      }
      waiting.shift();
      hasLabelWaiting = faults.holdsUntilTornAt?.includes(Number(number)) ?? false;
      printPiece(label, format);
      if (faults.foreignLabelAfter?.includes(Number(number))) printPiece('somebody else', '');
      printWaiting();
    }, labelMs);
  }
  const ranOutAt = new Set<string>();

  function stateOf(isIdle = false): string[] {
    const formats = String(isIdle ? 0 : waiting.length).padStart(3, '0');
    const paperOutFlag = isOut ? 1 : 0;
    return [
      `030,${paperOutFlag},0,1245,${formats},0,0,0,000,0,0,0`,
      `000,0,0,0,1,2,6,${hasLabelWaiting ? 1 : 0},00000000,1,000`,
      '1234,0',
    ];
  }
  function statusOf(): string {
    heard.questions += 1;
    if (faults.wrongStatusAt?.includes(heard.questions)) return '\x02030,0,0\x03\r\n\x02what?\x03\r\n\x02\x03\r\n';
    return stateOf()
      .map((string) => `\x02${string}\x03\r\n`)
      .join('');
  }
  const channel = options.channel
    ? await serveFakeChannel(options.channel, { id, state: stateOf, total: () => total, isOut: () => isOut })
    : null;
  /** Values of its settings; null: unknown setting. */
  const settings: Record<string, (isAnother: boolean) => number | string | null> = {
    'ezpl.print_width': () => (identity === null ? null : printDots),
    'odometer.total_label_count': () => (odometer ? total : null),
    'device.unique_id': (isAnother) => (isAnother ? `${id}-another` : id),
    'ip.port_json_config': () => channel?.port ?? null,
  };

  function receiveLabel(socket: Socket, format: string): void {
    heard.labels += 1;
    const number = heard.labels;
    arrived.push(labelNameOf(format));
    if (faults.closesHalfwayAt?.includes(number)) return void socket.destroy();
    const cut = faults.closesAfterLabel?.[number];
    if (cut !== 'loses' && !faults.losesAt?.includes(number) && waiting.length < memoryLabels)
      waiting.push(`${number} ${format}`);
    if (cut !== undefined) socket.destroy();
    printWaiting();
  }

  /** Directory listing in the format of the manual (^HW). */
  const listGraphics = (namePrefix: string): string => {
    const lines = [...graphics]
      .filter((name) => name.startsWith(namePrefix))
      .map((name) => `*${name}       1     \r\n`);
    return `\x02\r\nDIR R: \r\n${lines.join('')}\r\n- 3800000 bytes free\r\n\x03`;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    heard.connections += 1;
    const isAnother = heard.connections >= replacedFrom;
    // The end of an earlier connection may be reported in the same turn, but after this event.
    setImmediate(() => {
      const open = [...sockets].filter((socket) => !socket.readableEnded);
      heard.maxConnections = Math.max(heard.maxConnections, open.length);
    });
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const reply = (text: string): void =>
      void ((isOut && silentWhenOut) || isStopped || isHanging || socket.write(text));
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > paperOutAfterBytes) {
        isOut = true;
        socket.pause();
      }
      for (;;) {
        const match =
          /~H[SI]\r?\n?|! U1 getvar "([a-z._]+)"\r\n|~DGR:(\w+\.GRF),1,1,00\s*|\^XA\^HWR:(\w*)\*\.GRF\^XZ\s*|\^XA\^IDR:(\w+\.GRF)\^FS\^XZ\s*|\^XA[^]*?\^XZ\s*/.exec(
            text,
          );
        if (!match) return;
        text = text.slice(match.index + match[0].length);
        const [, , storedName, listPrefix, removedName] = match;
        if (storedName !== undefined) hasNoGraphics || graphics.add(storedName);
        else if (listPrefix !== undefined) hasNoGraphics || reply(listGraphics(listPrefix));
        else if (removedName !== undefined) graphics.delete(removedName);
        else if (match[0].startsWith('~HS')) reply(statusOf());
        else if (match[0].startsWith('~HI')) identity !== null && reply(`\x02${identity}\x03\r\n`);
        else if (match[1] !== undefined) reply(`"${settings[match[1]]?.(isAnother) ?? '?'}"`);
        else receiveLabel(socket, match[0]);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  async function stop(): Promise<void> {
    isStopped = true;
    for (const socket of sockets) socket.destroy();
    await channel?.stop();
    await new Promise((resolve) => server.close(resolve));
  }

  return {
    at: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    channel,
    /** port and id as the desk stores them when the printer is set up */
    known: channel && { port: channel.port, id },
    paper,
    /** source of each label in `paper`, in the same order */
    zpl,
    /** number of labels and queries that it received, and of connections: in total, and at most at the same time */
    heard,
    graphics,
    /** names of the labels that arrived, in order */
    arrived,
    isOut: () => isOut,
    /** whether a label is still to be printed */
    isBusy: () => isBusy || waiting.length > 0,
    /** whether a client is connected, which may send more */
    isConnected: () => sockets.size > 0,
    /** Calls `run` after each printed label. */
    watch: (run: () => void) => void (onPrinted = run),
    /** Loads paper. */
    loadPaper(): void {
      isOut = false;
      for (const socket of sockets) socket.resume();
      printWaiting();
    },
    /** Presses the cancel key: waiting labels are never printed. */
    cancel: () => void (waiting.length = 0),
    /** Tears off the label that the printer holds. */
    tearOff(): void {
      hasLabelWaiting = false;
      printWaiting();
    },
    /** Makes the printer read but no longer answer on the label port. */
    stopAnswering: () => void (isHanging = true),
    isOn: () => server.listening,
    stop,
  };
}
export type FakeZplPrinter = Awaited<ReturnType<typeof serveFakeZplPrinter>>;
