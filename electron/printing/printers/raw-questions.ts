import type { StatusChannel } from '../../../shared/printing/configured-printer.ts';
import type { PrinterFault, ChannelDropReason } from '../../../shared/printing/print-states.ts';
import type { After } from './printer.ts';
import { type Question, openRawConnection, type RawConnection } from './raw-connection.ts';

/** A ZPL printer's answer to `~HS`. */
export interface HostStatus {
  fault: PrinterFault | null;
  /** whether no label, nor part of one, is left to print */
  isIdle: boolean;
}

const flag = '([01])';
// aaa,b,c,dddd,eee,f,g,h,iii,j,k,l
const firstString = new RegExp(
  `^\\d{3},${flag},${flag},\\d{4},(\\d{3}),${flag},${flag},${flag},\\d{3},${flag},${flag},${flag}$`,
);
// mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www
const secondString = new RegExp(`^\\d{3},\\d,${flag},${flag},${flag},\\w,\\d,${flag},(\\d{8}),${flag},\\d{3}$`);
// xxxx,y
const thirdString = /^\w{4},[01]$/;
export const statusStringCount = 3;

/** Parses the three strings strictly as the maker's manual defines them; null for anything else. */
export function readHostStatus(strings: readonly string[]): HostStatus | null {
  const [first, second] = [firstString.exec(strings[0] ?? ''), secondString.exec(strings[1] ?? '')];
  if (strings.length !== statusStringCount || !first || !second || !thirdString.test(strings[2] ?? '')) return null;
  const [, paperOut, pause, formats, bufferFull, , partial, , cold, hot] = first;
  const [, headUp, ribbonOut, , waiting, remaining] = second;
  const flags: [PrinterFault, string | undefined][] = [
    ['head-open', headUp],
    ['paper-out', paperOut],
    ['ribbon-out', ribbonOut],
    ['too-hot', hot],
    ['too-cold', cold],
    ['label-waiting', waiting],
    ['paused', pause],
    ['buffer-full', bufferFull],
  ];
  return {
    fault: flags.find(([, is]) => is === '1')?.[0] ?? null,
    isIdle: Number(formats) === 0 && Number(remaining) === 0 && partial === '0',
  };
}

/** A question in its two forms: on the connection of the labels, and on the status channel of models that have one. */
export interface DualQuestion<T> {
  onLabelConnection: Question<T>;
  onStatusChannel: Question<T>;
}

const framed = /\x02([^\x02\x03]*)\x03/g;
const lineEnd = /\\r\\n|\r\n/;

/**
 * A question about a printer setting by its name: as an SGD command, and as JSON for the status channel. A JSON answer
 * about any other setting is ignored.
 */
function settingQuestion<T>(
  name: string,
  valuePattern: string,
  parseValue: (text: string) => T | null,
): DualQuestion<T> {
  const parseWith =
    (pattern: RegExp) =>
    (answer: string): T | null => {
      const [, text] = pattern.exec(answer) ?? [];
      return text === undefined ? null : parseValue(text);
    };
  const escaped = name.replaceAll('.', '\\.');
  return {
    onLabelConnection: {
      command: `! U1 getvar "${name}"\r\n`,
      parse: parseWith(new RegExp(`^\\s*"(${valuePattern})"`)),
    },
    onStatusChannel: {
      command: `{}{"${name}":null}\r\n`,
      parse: parseWith(new RegExp(`^\\s*\\{\\s*"${escaped}"\\s*:\\s*"(${valuePattern})"\\s*\\}\\s*$`)),
    },
  };
}

/** The status of a raw printer. */
export const statusQuestion: DualQuestion<HostStatus> = {
  onLabelConnection: {
    command: '~HS\r\n',
    parse(answer) {
      const strings = Array.from(answer.matchAll(framed), ([, text = '']) => text);
      return strings.length < statusStringCount ? null : readHostStatus(strings);
    },
  },
  onStatusChannel: settingQuestion('device.host_status', '[\\w,]+(?:(?:\\\\r\\\\n|\\r\\n)[\\w,]+){2}', (text) =>
    readHostStatus(text.split(lineEnd)),
  ).onStatusChannel,
};

/** Pattern of the answer about a setting that the printer does not have. */
const unknownSetting = '\\?';

const odometer = 'odometer.total_label_count';
/** Labels printed in the printer's whole life; null: its model does not count them. */
export const countQuestion: DualQuestion<{ labels: number | null }> = {
  onLabelConnection: settingQuestion(odometer, `\\d{1,12}|${unknownSetting}`, (text) => ({
    labels: text === '?' ? null : Number(text),
  })).onLabelConnection,
  onStatusChannel: settingQuestion(odometer, '\\d{1,12}', (text) => ({ labels: Number(text) })).onStatusChannel,
};

/** Unique id of the printer; empty if its model has none. */
export const idQuestion = settingQuestion('device.unique_id', `[\\w.:-]{1,100}|${unknownSetting}`, (text) =>
  text === '?' ? '' : text,
);

/** Port of the printer's status channel; 0 if it has none, or it is turned off. */
export const channelPortQuestion = settingQuestion('ip.port_json_config', `\\d{1,5}|${unknownSetting}`, (text) => {
  const port = Number(text);
  return port <= 65_535 ? port : 0;
}).onLabelConnection;

/** Print width (dots). */
export const widthQuestion = settingQuestion('ezpl.print_width', '\\d{1,6}', Number).onLabelConnection;

export interface ChannelHost {
  host: string;
  config: StatusChannel;
  after: After;
  /** ms for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
  /** called once, when the channel is no longer used */
  onDropped: (reason: ChannelDropReason) => void;
}

const maxTries = 2;

/**
 * Asks on a second connection, for models that have a status channel: it answers while labels are received, and often
 * also without paper. The id of the printer is checked on each connection, so that the count of another printer never
 * proves a label. A channel that fails twice in a row is no longer used; the caller then asks on the connection of the
 * labels.
 */
export function openStatusChannel({ host, config, after, connectMs, answerMs, onDropped }: ChannelHost) {
  let connection: RawConnection | null = null;
  let isDropped = false;
  let unansweredCount = 0;

  async function closeConnection(): Promise<void> {
    const oldConnection = connection;
    connection = null;
    await oldConnection?.close(answerMs);
  }
  async function drop(reason: ChannelDropReason): Promise<void> {
    if (isDropped) return;
    isDropped = true;
    onDropped(reason);
    await closeConnection();
  }
  /** Asks once; null if there is no answer. Throws NotReachedError, and the error that ends a connection. */
  async function tryOnce<T>(question: Question<T>): Promise<T | null> {
    if (!connection?.isOpen()) {
      connection = await openRawConnection({ host, port: config.port }, connectMs, after);
      const id = await connection.ask(idQuestion.onStatusChannel, answerMs);
      if (id === null) return null;
      if (id !== config.id) await drop('another-printer');
      if (isDropped) return null;
    }
    return connection.ask(question, answerMs);
  }

  return {
    isOpen: (): boolean => !isDropped,
    /** Number of questions that got no answer so far: a label may have been cut while one of them was open. */
    countUnanswered: (): number => unansweredCount,
    drop: drop,
    /** Asks, at most twice; null if there is no answer, and the channel is then no longer used. */
    async ask<T>(question: Question<T>): Promise<T | null> {
      for (let tries = 0; tries < maxTries && !isDropped; tries += 1) {
        try {
          const answer = await tryOnce(question);
          if (answer !== null) return answer;
        } catch {
          // the next try opens another connection
        }
        unansweredCount += 1;
        await closeConnection();
      }
      await drop('silent');
      return null;
    },
    close: closeConnection,
  };
}
export type StatusChannelConnection = ReturnType<typeof openStatusChannel>;
