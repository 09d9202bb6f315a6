import type { StatusChannel } from '../../../shared/printing/configured-printer.ts';
import type { PrinterFault, ChannelDropReason } from '../../../shared/printing/print-states.ts';
import type { After } from './printer.ts';
import { type Question, openRawConnection, type RawConnection } from './raw-connection.ts';

/** A ZPL printer's answer to `~HS`. */
export interface HostStatus {
  fault: PrinterFault | null;
  /** nothing of any label is left to print, nor part of one */
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

/**
 * Parses the three strings strictly by the maker's manual; null for anything else, since half a status would mislead.
 */
export function readHostStatus(strings: readonly string[]): HostStatus | null {
  const [one, two] = [firstString.exec(strings[0] ?? ''), secondString.exec(strings[1] ?? '')];
  if (strings.length !== statusStringCount || !one || !two || !thirdString.test(strings[2] ?? '')) return null;
  const [, paperOut, pause, formats, bufferFull, , partial, , cold, hot] = one;
  const [, headUp, ribbonOut, , waiting, remaining] = two;
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
  onLabelLine: Question<T>;
  onStatusChannel: Question<T>;
}

const framed = /\x02([^\x02\x03]*)\x03/g;
const lineEnd = /\\r\\n|\r\n/;

/**
 * A question about a setting by its name (SGD), and as JSON, which has every value as text. An answer about another
 * setting, or with another beside it, is ignored.
 */
function settingQuestion<T>(name: string, value: string, read: (text: string) => T | null): DualQuestion<T> {
  const parseWith =
    (whole: RegExp) =>
    (answer: string): T | null => {
      const [, text] = whole.exec(answer) ?? [];
      return text === undefined ? null : read(text);
    };
  const escaped = name.replaceAll('.', '\\.');
  return {
    onLabelLine: { command: `! U1 getvar "${name}"\r\n`, parse: parseWith(new RegExp(`^\\s*"(${value})"`)) },
    onStatusChannel: {
      command: `{}{"${name}":null}\r\n`,
      parse: parseWith(new RegExp(`^\\s*\\{\\s*"${escaped}"\\s*:\\s*"(${value})"\\s*\\}\\s*$`)),
    },
  };
}

/** The status of a raw printer. */
export const statusQuestion: DualQuestion<HostStatus> = {
  onLabelLine: {
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

/** The answer about a setting that a printer does not have. */
const unknownSetting = '\\?';

const odometer = 'odometer.total_label_count';
/** Labels printed in the printer's whole life; null: its model does not count them. */
export const countQuestion: DualQuestion<{ labels: number | null }> = {
  onLabelLine: settingQuestion(odometer, `\\d{1,12}|${unknownSetting}`, (text) => ({
    labels: text === '?' ? null : Number(text),
  })).onLabelLine,
  onStatusChannel: settingQuestion(odometer, '\\d{1,12}', (text) => ({ labels: Number(text) })).onStatusChannel,
};

/** Unique id of the printer; empty if its model has none. */
export const idQuestion = settingQuestion('device.unique_id', `[\\w.:-]{1,100}|${unknownSetting}`, (text) =>
  text === '?' ? '' : text,
);

/** Port of its status channel; 0 if it has none, or it was turned off. */
export const channelPortQuestion = settingQuestion('ip.port_json_config', `\\d{1,5}|${unknownSetting}`, (text) => {
  const port = Number(text);
  return port <= 65_535 ? port : 0;
}).onLabelLine;

/** Print width (dots). */
export const widthQuestion = settingQuestion('ezpl.print_width', '\\d{1,6}', Number).onLabelLine;

export interface ChannelHost {
  host: string;
  config: StatusChannel;
  after: After;
  /** ms for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
  /** called once, when the channel is no longer used */
  onDropped: (why: ChannelDropReason) => void;
}

const maxTries = 2;

/**
 * Questions on a second connection, for models that have a status channel: it answers while labels are received, and
 * often also out of paper. On each connection the printer that answers must be the one that was set up: otherwise
 * labels of one would be proved by the count of another. A channel that fails twice in a row is no longer used, and its
 * questions are asked on the connection of the labels.
 */
export function openStatusChannel({ host, config, after, connectMs, answerMs, onDropped }: ChannelHost) {
  let line: RawConnection | null = null;
  let isDropped = false;
  let unansweredCount = 0;

  async function closeLine(): Promise<void> {
    const oldLine = line;
    line = null;
    await oldLine?.close(answerMs);
  }
  async function drop(why: ChannelDropReason): Promise<void> {
    if (isDropped) return;
    isDropped = true;
    onDropped(why);
    await closeLine();
  }
  /** Null if there is no answer. Throws NotReachedError, and the error that ends a connection. */
  async function tryOnce<T>(question: Question<T>): Promise<T | null> {
    if (!line?.isOpen()) {
      line = await openRawConnection({ host, port: config.port }, connectMs, after);
      const id = await line.ask(idQuestion.onStatusChannel, answerMs);
      if (id === null) return null;
      if (id !== config.id) await drop('another-printer');
      if (isDropped) return null;
    }
    return line.ask(question, answerMs);
  }

  return {
    isOpen: (): boolean => !isDropped,
    /** Questions without an answer; meanwhile anything may have happened to a label. */
    unanswered: (): number => unansweredCount,
    leave: drop,
    /** Null if there is no answer; the channel is then no longer used. */
    async ask<T>(question: Question<T>): Promise<T | null> {
      for (let tries = 0; tries < maxTries && !isDropped; tries += 1) {
        try {
          const answer = await tryOnce(question);
          if (answer !== null) return answer;
        } catch {
          // it is tried once more, on another connection
        }
        unansweredCount += 1;
        await closeLine();
      }
      await drop('silent');
      return null;
    },
    close: closeLine,
  };
}
export type StatusChannelConnection = ReturnType<typeof openStatusChannel>;
