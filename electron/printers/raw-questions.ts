import { readHostStatus, statusStringCount, type HostStatus } from './host-status.ts';
import type { Question } from './raw-connection.ts';

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
