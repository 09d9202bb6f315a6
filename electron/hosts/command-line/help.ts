import { calledAs } from './called-as.ts';
import type { Command } from './command.ts';

export function helpOfAll(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'Parcel Desk on the command line. It answers in JSON on standard output, one object a line.',
    '',
    `  ${calledAs} COMMAND …`,
    '',
    ...lines,
    '',
    'COMMAND --help says more. It ends in 0 when all settled well, 1 after an error, 2 when something is refused, unsure,',
    'in conflict or stuck, 3 when it was offline or paused as the time was up. The header that carries a secret is given by',
    '--header-file FILE or in PARCEL_DESK_HEADER, as "Name: value".',
    '',
  ].join('\n');
}

export function helpOf(name: string, { summary, usage }: Command): string {
  return `${name}: ${summary}\n\n  ${calledAs} ${name} ${usage}\n`;
}
