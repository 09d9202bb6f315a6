import type { PrintWhy } from './print-whys.ts';

/** What a try to print a label came to; `said`: the printer's own words, or what was counted. */
export type PrintEnd = { said?: string } & (
  | { end: 'proved'; why: Extract<PrintWhy, 'printer-counted' | 'printer-said'> }
  | {
      end: 'lost';
      why: Extract<
        PrintWhy,
        | 'no-proof'
        | 'not-counted'
        | 'connection-cut'
        | 'printer-gave-up'
        | 'printer-silent'
        | 'printer-stopped'
        | 'desk-ended'
      >;
    }
  // provably no byte of it left
  | { end: 'not-left'; why: Extract<PrintWhy, 'not-reached'> }
  // provably nothing came out, and nothing will
  | { end: 'refused'; why: Extract<PrintWhy, 'printer-refused'>; fault: string }
);

/** What keeps a printer from printing, as far as it says so; `silent`: it does not answer, as many do while they are out of paper or open. */
export const printerFaults = [
  'paper-out',
  'paused',
  'head-open',
  'ribbon-out',
  'jammed',
  'too-hot',
  'too-cold',
  'buffer-full',
  'label-waiting',
  'silent',
  'not-reached',
] as const;
export type PrinterFault = (typeof printerFaults)[number];

/** Why the status channel of a printer is asked nothing any more, so that all is asked where its labels go. */
export const channelLefts = [
  'silent', // it is not reached, ends, or answers nothing that can be read
  'another-printer', // who answers is not the printer that was set up
  'stalled', // it says that all is well while the printer takes no question where labels go
] as const;
export type ChannelLeft = (typeof channelLefts)[number];
