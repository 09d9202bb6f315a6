import { readHostStatus, stringsOfStatus, type HostStatus } from './host-status.ts';
import type { Question } from './raw-connection.ts';

/** One thing that a printer tells: as it is asked where labels go, and on its status channel, where its model has one. */
export interface Asked<T> {
  beside: Question<T>;
  channel: Question<T>;
}

const framed = /\x02([^\x02\x03]*)\x03/g;
const lineEnd = /\\r\\n|\r\n/;

/**
 * A setting by its name (SGD), and as JSON, which gives every value as a text. An answer about another setting, or with another beside it,
 * is none.
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

/** How a raw printer stands. */
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

/** As a printer answers about a setting that it does not have. */
const none = '\\?';

const odometer = 'odometer.total_label_count';
/** Labels that came out in the printer's whole life; null: its model does not count them. */
export const counted: Asked<{ labels: number | null }> = {
  beside: setting(odometer, `\\d{1,12}|${none}`, (text) => ({ labels: text === '?' ? null : Number(text) })).beside,
  channel: setting(odometer, '\\d{1,12}', (text) => ({ labels: Number(text) })).channel,
};

/** Which printer of all it is; empty where its model does not tell. */
export const printerId = setting('device.unique_id', `[\\w.:-]{1,100}|${none}`, (text) => (text === '?' ? '' : text));

/** Where its status channel listens; 0 where it has none, or somebody turned it off. */
export const channelPort = setting('ip.port_json_config', `\\d{1,5}|${none}`, (text) => {
  const port = Number(text);
  return port <= 65_535 ? port : 0;
}).beside;

/** How wide it prints (dots). */
export const printWidth = setting('ezpl.print_width', '\\d{1,6}', Number).beside;
