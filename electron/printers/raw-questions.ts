import { readHostStatus, stringsOfStatus, type HostStatus } from './host-status.ts';
import type { Question } from './raw-connection.ts';

const framed = /\x02([^\x02\x03]*)\x03/g;

/** How a raw printer stands. */
export const status: Question<HostStatus> = {
  ask: '~HS\r\n',
  read(answer) {
    const strings = Array.from(answer.matchAll(framed), ([, text = '']) => text);
    return strings.length < stringsOfStatus ? null : readHostStatus(strings);
  },
};

/** Labels that came out in the printer's whole life, where its model counts them. */
export const counted: Question<number> = {
  ask: '! U1 getvar "odometer.total_label_count"\r\n',
  read(answer) {
    const [, count] = /^\s*"(\d{1,12})"/.exec(answer) ?? [];
    return count === undefined ? null : Number(count);
  },
};
