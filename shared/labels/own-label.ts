import { valueAt } from '../service/value-at.ts';

/** Fields of a package that hold a label of another hand, in the order in which they come out. */
export const ownLabelFields = ['ImportLabel', 'ImportLabel2'] as const;
export type OwnLabelField = (typeof ownLabelFields)[number];
/** PDF, PNG or ZPL in base64, or an https address, and where in the package it stands. */
export interface OwnLabelText {
  field: OwnLabelField;
  text: string;
}

/** The labels that an order brings along, which are printed in the place of the desk's. */
export const ownLabelsIn = (body: unknown): OwnLabelText[] =>
  ownLabelFields.flatMap((field) => {
    const text = valueAt(body, ['Package', field]);
    return typeof text === 'string' && text.trim() !== '' ? [{ field, text }] : [];
  });

/** Whether it only says where the label is. */
export const isAtAddress = ({ text }: Pick<OwnLabelText, 'text'>): boolean => /^\s*https?:\/\//i.test(text);

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
/** Characters that may be typed or pasted for one: what is far beyond its bytes in base64, with breaks between lines, holds up a form. */
export const maxOwnText = maxOwnBytes * 1.5;
