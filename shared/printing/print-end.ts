import type { PrintReason } from './print-whys.ts';

/** Result of an attempt to print a label; `said`: the printer's own words, or what was counted. */
export type PrintResult = { said?: string } & (
  | { end: 'proved'; why: Extract<PrintReason, 'printer-counted' | 'printer-said'> }
  | {
      end: 'lost';
      why: Extract<
        PrintReason,
        | 'no-proof'
        | 'not-counted'
        | 'connection-cut'
        | 'printer-gave-up'
        | 'printer-silent'
        | 'printer-stopped'
        | 'desk-ended'
      >;
    }
  // provably no byte was sent
  | { end: 'not-left'; why: Extract<PrintReason, 'not-reached'> }
  // provably nothing was printed, and nothing will be
  | { end: 'refused'; why: Extract<PrintReason, 'printer-refused'>; fault: string }
);

/**
 * What keeps a printer from printing, as far as it reports it; `silent`: it does not answer, as is common while it is
 * out of paper or open.
 */
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
  'another-printer', // at the address answers another one than was set up
] as const;
export type PrinterFault = (typeof printerFaults)[number];

/**
 * Why the status channel of a printer is no longer used, so that its status is queried on the connection for labels.
 */
export const channelDropReasons = [
  'silent', // not reachable, closed, or gives no readable answer
  'another-printer', // a printer other than the configured one answers
  'stalled', // it reports no fault while the printer accepts nothing on the connection for labels
] as const;
export type ChannelDropReason = (typeof channelDropReasons)[number];
