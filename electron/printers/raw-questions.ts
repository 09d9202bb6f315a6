import { readHostStatus, stringsOfStatus, type HostStatus } from './host-status.ts';
import type { Question } from './raw-connection.ts';

/** A question in its two forms: on the connection of the labels, and on the status channel of models that have one. */
export interface Asked<T> {
  beside: Question<T>;
  channel: Question<T>;
}

const framed = /\x02([^\x02\x03]*)\x03/g;
const lineEnd = /\\r\\n|\r\n/;

/**
 * A question about a setting by its name (SGD), and as JSON, which has every value as text. An answer about another
 * setting, or with another beside it, is ignored.
 */
function setting<T>(name: string, value: string, read: (text: string) => T | null): Asked<T> {
  const readBy =
    (whole: RegExp) =>
    (answer: string): T | null => {
      const [, text] = whole.exec(answer) ?? [];
      return text === undefined ? null : read(text);
    };
  const escaped = name.replaceAll('.', '\\.');
  return {
    beside: { ask: `! U1 getvar "${name}"\r\n`, read: readBy(new RegExp(`^\\s*"(${value})"`)) },
    channel: {
      ask: `{}{"${name}":null}\r\n`,
      read: readBy(new RegExp(`^\\s*\\{\\s*"${escaped}"\\s*:\\s*"(${value})"\\s*\\}\\s*$`)),
    },
  };
}

/** The status of a raw printer. */
export const status: Asked<HostStatus> = {
  beside: {
    ask: '~HS\r\n',
    read(answer) {
      const strings = Array.from(answer.matchAll(framed), ([, text = '']) => text);
      return strings.length < stringsOfStatus ? null : readHostStatus(strings);
    },
  },
  channel: setting('device.host_status', '[\\w,]+(?:(?:\\\\r\\\\n|\\r\\n)[\\w,]+){2}', (text) =>
    readHostStatus(text.split(lineEnd)),
  ).channel,
};

/** The answer about a setting that a printer does not have. */
const none = '\\?';

const odometer = 'odometer.total_label_count';
/** Labels printed in the printer's whole life; null: its model does not count them. */
export const counted: Asked<{ labels: number | null }> = {
  beside: setting(odometer, `\\d{1,12}|${none}`, (text) => ({ labels: text === '?' ? null : Number(text) })).beside,
  channel: setting(odometer, '\\d{1,12}', (text) => ({ labels: Number(text) })).channel,
};

/** Unique id of the printer; empty if its model has none. */
export const printerId = setting('device.unique_id', `[\\w.:-]{1,100}|${none}`, (text) => (text === '?' ? '' : text));

/** Port of its status channel; 0 if it has none, or it was turned off. */
export const channelPort = setting('ip.port_json_config', `\\d{1,5}|${none}`, (text) => {
  const port = Number(text);
  return port <= 65_535 ? port : 0;
}).beside;

/** Print width (dots). */
export const printWidth = setting('ezpl.print_width', '\\d{1,6}', Number).beside;
