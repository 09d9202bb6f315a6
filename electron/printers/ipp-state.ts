import type { PrinterFault } from '../../shared/printing/print-end.ts';
import type { IppGroup, IppResponse, IppValue } from './ipp-message.ts';

/** RFC 8011, section 5.4.15. */
export const operations = {
  printJob: 0x0002,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
  /** CUPS only */
  cupsGetPrinters: 0x4002,
} as const;
/** RFC 8011, section 5.4.11: a stopped printer prints nothing. */
const stoppedState = 5;
/** RFC 8011, section 5.4.12; a reason may end with its severity. */
const faultReasons: readonly (readonly [RegExp, PrinterFault])[] = [
  [/^media-(empty|needed)/, 'paper-out'],
  [/^media-jam/, 'jammed'],
  [/^(cover|door|interlock)-open/, 'head-open'],
  [/^marker-supply-empty/, 'ribbon-out'],
  [/^(paused|moving-to-paused)/, 'paused'],
];

export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>;

export const attributesOf = ({ groups }: IppResponse, group: IppGroup): IppAttributes =>
  groups[group] ?? new Map<string, readonly IppValue[]>();

/** The fault that a printer reports; null: none. */
export function faultOf(attributes: IppAttributes): PrinterFault | null {
  const isStopped = attributes.get('printer-state')?.[0] === stoppedState;
  // a printer that keeps printing also reports its other tray, or ink that runs low
  const stateReasons = (attributes.get('printer-state-reasons') ?? [])
    .map(String)
    .filter((reason) => isStopped || !/-(report|warning)$/.test(reason));
  const fault = faultReasons.find(([reason]) => stateReasons.some((one) => reason.test(one)))?.[1] ?? null;
  return fault ?? (isStopped ? 'paused' : null);
}
