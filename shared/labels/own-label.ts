/** Why a label that an order brings along cannot be shown or printed. Params stand behind each. */
export const ownLabelFaults = [
  'no-form', // neither PDF nor PNG nor ZPL, and no https address
  'too-large', // megabytes, most
  'broken', // form
  'locked', // a PDF that asks for a password
  'pages', // count, most
  'page-size', // width, height (mm), most
  'blank',
  'command', // command: ZPL that does more than draw
  'zpl-printer', // ZPL with letters or codes that only a printer draws
  'density', // dpi of the ZPL, head of the printer
  'does-not-fit', // width, height of what is on it, paper
  'too-much', // it takes more time or memory than a label may
  'private-address',
  'not-fetched', // said
] as const;
export type OwnLabelFault = (typeof ownLabelFaults)[number];

/** Which of them the params of a problem tell. */
export const ownFaultIn = ({ reason }: Readonly<Record<string, string | number>>): OwnLabelFault =>
  ownLabelFaults.find((one) => one === reason) ?? 'broken';

/** Pages an own label may have: the label, and what customs wants beside it. */
export const maxOwnPages = 10;
/** Bytes it may have, whether it stands in the order or at an address. */
export const maxOwnBytes = 10_000_000;
