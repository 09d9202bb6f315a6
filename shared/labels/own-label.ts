import { valueAt } from '../service/value-at.ts';

/** Fields of a package that contain an own label, in printing order. */
export const ownLabelFields = ['ImportLabel', 'ImportLabel2'] as const;
export type OwnLabelField = (typeof ownLabelFields)[number];
/** PDF, PNG or ZPL in base64, or an https address, and the field of the package it is in. */
export interface OwnLabelText {
  field: OwnLabelField;
  text: string;
}

/** The own labels of an order, which are printed instead of the desk's. */
export const ownLabelsIn = (body: unknown): OwnLabelText[] =>
  ownLabelFields.flatMap((field) => {
    const text = valueAt(body, ['Package', field]);
    return typeof text === 'string' && text.trim() !== '' ? [{ field, text }] : [];
  });

/** Whether it is only the address of the label. */
export const isLabelAddress = ({ text }: Pick<OwnLabelText, 'text'>): boolean => /^\s*https?:\/\//i.test(text);

/** Why an own label cannot be shown or printed. The comments list the params. */
export const ownLabelFaults = [
  'no-form', // neither PDF nor PNG nor ZPL, and no https address
  'too-large', // megabytes, most (the maximum)
  'broken', // form
  'no-font', // font: a PDF with letters in a font that is not embedded in it
  'locked', // a PDF that asks for a password
  'pages', // count, most
  'page-size', // width, height (mm), most
  'blank',
  'faint', // a warning: it is shown, and printed without what is too light
  'dark-ground', // a warning: it is shown, and printed black where something is on a grey or coloured ground
  'fine-bars', // a warning; module (mm), dpi: bars of a code are finer than a printer with this dpi can print
  'user-unit', // a PDF whose pages have a unit of measure of their own
  'command', // command: ZPL that does more than draw
  'zpl-printer', // ZPL with letters or codes that only a printer draws
  'density', // dpi of the ZPL, head of the printer
  'does-not-fit', // width, height of what is on it, paper
  'too-much', // it takes more time or memory than allowed for a label
  'private-address',
  'not-fetched', // said
] as const;
export type OwnLabelFault = (typeof ownLabelFaults)[number];

/** Faults that are only warnings: the label is printed, but something on it is missing or unreadable. */
export const ownLabelWarnings = ['faint', 'dark-ground', 'fine-bars'] as const satisfies readonly OwnLabelFault[];
export type OwnLabelWarning = (typeof ownLabelWarnings)[number];
/** The warning named in the params of a problem; null if it is not a warning. */
export const ownLabelWarningOf = ({ reason }: Readonly<Record<string, string | number>>): OwnLabelWarning | null =>
  ownLabelWarnings.find((one) => one === reason) ?? null;

/** The fault named in the params of a problem; `broken` if unknown. */
export const ownLabelFaultOf = ({ reason }: Readonly<Record<string, string | number>>): OwnLabelFault =>
  ownLabelFaults.find((one) => one === reason) ?? 'broken';

/** Maximum pages of an own label: the label and customs documents. */
export const maxOwnPages = 10;
/** Maximum bytes of an own label, whether in the order or at an address. */
export const maxOwnBytes = 10_000_000;
/**
 * Maximum characters typed or pasted for an own label, enough for its bytes in base64 with line breaks; longer texts
 * would make the form sluggish.
 */
export const maxOwnText = maxOwnBytes * 1.5;
