import { encodeCode128 } from '../../../shared/labels/code128.ts';
import type { Bitmap, Layout } from '../../../shared/labels/label-layout.ts';
import { logoDotsPerMm } from '../../../shared/labels/logo.ts';
import type { Fonts } from '../text/fonts.ts';
import { cleanText } from '../text/shape-text.ts';
import { type Sheet, writeText } from '../text/write-text.ts';
import { type Size, sixPoints, smallestText, thermalForm, type LabelForm, onDots } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { hasSender, layOutRecipient, layOutSender } from './lay-out-addresses.ts';
import { layOutTracking, layOutLowParcel, layOutParcel } from './lay-out-parcel.ts';
import {
  type Zone,
  fieldText,
  widthOf,
  caption,
  captionHeight,
  fixedText,
  ruleInset,
  uprightRule,
  band,
  rule,
} from './zone.ts';

/** White space above, below and beside the logo (mm). */
const paddingAbove = 1.25;
const paddingBelow = 0.75;
const paddingBeside = 2;

/** As large as the zone allows, but never larger than the original. */
function logoSizeIn({ width, height }: Bitmap, { top, bottom }: Zone): Size {
  const part = Math.min(1, (bottom - top - paddingAbove - paddingBelow) / (height / logoDotsPerMm));
  return { width: (part * width) / logoDotsPerMm, height: (part * height) / logoDotsPerMm };
}

/** Places the logo at the right end of the sender's zone. */
export function layOutLogo(sheet: Sheet, logo: Bitmap, zone: Zone): void {
  const size = logoSizeIn(logo, zone);
  const room = zone.bottom - zone.top - paddingAbove - paddingBelow;
  const place = { x: zone.right - size.width, y: zone.top + paddingAbove + (room - size.height) / 2 };
  sheet.boxes.push({ kind: 'picture', role: 'logo', ...place, ...size, bitmap: logo });
}

/** The rest of the zone. */
export const zoneBesideLogo = (logo: Bitmap, zone: Zone): Zone => ({
  ...zone,
  right: zone.right - logoSizeIn(logo, zone).width - paddingBeside,
});

/** Desk, operator and time of printing; on a small label also the PackageId, which is printed nowhere else on it. */
export function layOutFoot(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const { desk = '', operator = '', at = '' } = source.printed ?? {};
  const id = form.kind === 'small' ? cleanText(source.PackageId, 'PackageId', true, sheet.problems) : '';
  const above = form.kind === 'small' ? 0.2 : 0.4;
  const clean = (text: string, field: string): string => cleanText(text, field, false, []);
  const parts = [id, clean(desk, 'desk'), clean(operator, 'operator'), at].filter((part) => part !== '');
  writeText(sheet, {
    role: 'foot',
    box: { x: zone.left, y: zone.top + above, width: widthOf(zone), height: zone.bottom - zone.top - above },
    texts: [fieldText(parts.join(' \u00b7 '), 'operator', { leftToRight: true })],
    sizes: { largest: 2.5, comfortable: sixPoints, smallest: sixPoints },
    maxLines: 1,
    mayTruncate: true,
    blocksPrinting: false,
  });
}

/** Distance of the cells from the right end of the header, as fractions of its width. */
const BOX_CELL = 36 / 92;
const WEIGHT_CELL = 19 / 92;
const GAP = 2;

/** Whether the label needs a band of warnings. */
export const hasMarks = ({ practice, provisional, lacksNumber = false, copy = 1 }: LabelSource): boolean =>
  practice || provisional || lacksNumber || copy > 1;

/** A black band of warnings: practice, a tracking number that is not final, a reprint. */
export function layOutMarks(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { copy = 1, lacksNumber = false } = source;
  const { kind } = sheet.form;
  const size = kind === 'whole' ? 4 : 2.5;
  const marks = [
    ...(source.practice ? [{ role: 'mark.practice', text: 'PRACTICE', long: 'PRACTICE · DO NOT SHIP' }] : []),
    ...(source.provisional || lacksNumber
      ? [{ role: 'mark.provisional', text: 'PROVISIONAL', long: lacksNumber ? 'NO NUMBER YET' : 'PROVISIONAL NUMBER' }]
      : []),
    ...(copy > 1 ? [{ role: 'mark.copy', text: `COPY ${copy}`, long: `COPY ${copy}` }] : []),
  ];
  const width = (widthOf(zone) - (marks.length - 1)) / marks.length;
  marks.forEach(({ role, text, long }, index) => {
    writeText(sheet, {
      role,
      box: { x: zone.left + index * (width + 1), y: zone.top, width, height: zone.bottom - zone.top },
      texts: [fixedText(marks.length === 1 ? long : text, 0.12)],
      sizes: { largest: size, comfortable: size, smallest: Math.min(size, 3) - 0.5 },
      align: 'center',
      verticalAlign: 'middle',
      inverse: true,
      blocksPrinting: true,
    });
  });
}

/** Service, carrier, box n of m and weight. */
export function layOutHeader(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const smallest = smallestText(form);
  const top = zone.top + ruleInset(form);
  const below = top + captionHeight(form);
  const height = zone.bottom - (form.kind === 'small' ? 0.25 : 0.75) - below;
  const service = cleanText(source.ServiceCode, 'ServiceCode', true, sheet.problems);
  const provider = cleanText(source.ShippingProvider, 'ShippingProvider', false, sheet.problems);
  const [left, boxLeft, weightLeft] = [zone.left, BOX_CELL, WEIGHT_CELL].map((at, index) =>
    index === 0 ? at : zone.right - at * widthOf(zone),
  ) as [number, number, number];

  if (service !== '') caption(sheet, 'SERVICE', left, top, 14);
  const besideCaption = form.hasCaptions
    ? { x: left + 15, y: top, width: boxLeft - left - 15 - GAP, height: captionHeight(form) }
    : { x: left + (boxLeft - left) * 0.6, y: below, width: (boxLeft - left) * 0.4 - GAP, height };
  writeText(sheet, {
    role: 'service.provider',
    box: besideCaption,
    texts: [fieldText(provider, 'ShippingProvider')],
    sizes: { largest: 2.75, comfortable: sixPoints, smallest: sixPoints },
    maxLines: 1,
    align: 'end',
    verticalAlign: form.hasCaptions ? 'top' : 'middle',
    mayTruncate: form.kind === 'small',
    blocksPrinting: false,
  });
  const serviceWidth = (form.hasCaptions || provider === '' ? 1 : 0.6) * (boxLeft - left) - GAP;
  writeText(sheet, {
    role: 'service',
    box: { x: left, y: below, width: serviceWidth, height },
    texts: [fieldText(service, 'ServiceCode', { bold: true, leftToRight: true })],
    sizes: { largest: 9, comfortable: Math.min(4.5, height / 1.2), smallest },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });

  const { box, boxes, weight } = source;
  uprightRule(sheet, 'rule.box', boxLeft, zone.top, zone.bottom);
  caption(sheet, 'BOX', boxLeft + GAP, top, 12);
  const cell = (role: string, x: number, width: number, text: string): void => {
    writeText(sheet, {
      role,
      box: { x, y: below, width, height },
      texts: [fieldText(text, role, { bold: true })],
      sizes: { largest: 5, comfortable: 2.5, smallest },
      verticalAlign: 'middle',
      blocksPrinting: true,
    });
  };
  cell('box', boxLeft + GAP, weightLeft - boxLeft - 1.5 * GAP, `${box} of ${boxes}`);
  if (weight === undefined) return;
  const unit = cleanText(source.weightUnit, 'weightUnit', false, sheet.problems);
  uprightRule(sheet, 'rule.weight', weightLeft, zone.top, zone.bottom);
  caption(sheet, 'WEIGHT', weightLeft + GAP, top, 14);
  cell('weight', weightLeft + GAP, zone.right - weightLeft - GAP, `${weight} ${unit}`.trim());
}

/** Form of labels of 100 x 150 mm from a print head. */
export const standardForm = thermalForm({ width: 100, height: 150 });

/** Width of the QR code column beside the recipient on a low label. */
const LOW_CODE_WIDTH = 25;

/**
 * Lays out a label. Never throws on the content of a source: what cannot be printed as given is listed in the layout's
 * problems, and the rest of the label is complete. The recipient's zone gets the remaining height.
 */
export function layOut(source: LabelSource, fonts: Fonts, form: LabelForm = standardForm): Layout {
  const { logo, ...words } = source;
  const whole = layOutAll(source, fonts, form);
  if (!logo || whole.problems.length === 0) return whole;
  // text takes precedence over the logo
  const without = layOutAll(words, fonts, form);
  return without.problems.length < whole.problems.length ? without : whole;
}

function layOutAll(source: LabelSource, fonts: Fonts, form: LabelForm): Layout {
  const sheet: Sheet = { form, fonts, boxes: [], problems: [] };
  const { zones, edge, height } = form;
  let top = edge;
  const next = (zone: number): [number, number] => [(top += zone) - zone, zone];
  if (hasMarks(source)) layOutMarks(sheet, source, band(form, ...next(zones.marks)));
  const footTop = height - edge - zones.foot;
  const parcelTop = footTop - zones.parcel;
  const trackingTop = parcelTop - zones.tracking;
  layOutHeader(sheet, source, band(form, ...next(zones.header)));
  rule(sheet, 'rule.header', top);
  const sender = source.sender !== undefined && hasSender(source) ? source.sender : null;
  if (zones.sender > 0 && (sender ?? source.logo)) {
    const zone = band(form, ...next(zones.sender));
    if (source.logo) layOutLogo(sheet, source.logo, zone);
    if (sender) layOutSender(sheet, sender, source.logo ? zoneBesideLogo(source.logo, zone) : zone);
    rule(sheet, 'rule.sender', top);
  }
  const middle = band(form, top, trackingTop - top);
  if (form.kind === 'low') {
    const right = middle.right - LOW_CODE_WIDTH;
    layOutRecipient(sheet, source.recipient, { ...middle, right: right - 1 });
    uprightRule(sheet, 'rule.parcel', right, middle.top, middle.bottom);
    layOutLowParcel(sheet, source, { ...middle, left: right + 1 });
  } else layOutRecipient(sheet, source.recipient, middle);
  rule(sheet, 'rule.recipient', trackingTop);
  layOutTracking(sheet, source, band(form, trackingTop, zones.tracking));
  if (zones.parcel > 0) {
    rule(sheet, 'rule.tracking', parcelTop);
    layOutParcel(sheet, source, band(form, parcelTop, zones.parcel));
  }
  layOutFoot(sheet, source, band(form, footTop, zones.foot));
  return { width: form.width, height: form.height, boxes: sheet.boxes, problems: sheet.problems };
}

/** Content of a test label. */
export interface TestLabel {
  /** of the printer */
  name: string;
  address: string;
  /** ASCII; scanning it back proves that the label is readable */
  code: string;
  /** how it was printed, such as `203 dpi, z64` */
  method: string;
}

const EDGE = 0.5;
/** Module width (mm): three dots at 203 dpi, the nearest whole dots of any other head. */
const MODULE = 0.375;
/** Quiet zone of a Code 128, in modules. */
const QUIET = 10;

/** A label that shows whether the whole area is printed: a frame at its edges, and a barcode to scan back. */
export function layOutTest(
  { name, address, code, method }: TestLabel,
  fonts: Fonts,
  form: LabelForm = standardForm,
): Layout {
  const sheet: Sheet = { form, fonts, boxes: [], problems: [] };
  const { width: across, height: down, margin, grain } = form;
  const [right, bottom] = [across - 2 * EDGE, down - 2 * EDGE];
  /** distance from the top, as on a label of 150 mm */
  const at = (mm: number): number => onDots(grain, (mm * down) / 150);
  const frame = [
    { x: 2 * EDGE, y: 2 * EDGE, width: right - 2 * EDGE, height: EDGE },
    { x: 2 * EDGE, y: bottom - EDGE, width: right - 2 * EDGE, height: EDGE },
    { x: 2 * EDGE, y: 2 * EDGE, width: EDGE, height: bottom - 2 * EDGE },
    { x: right - EDGE, y: 2 * EDGE, width: EDGE, height: bottom - 2 * EDGE },
  ];
  sheet.boxes.push(...frame.map((box) => ({ kind: 'rule' as const, role: 'test.frame', ...box })));
  const line = (role: string, y: number, height: number, text: string, size: number, isField: boolean): void => {
    writeText(sheet, {
      role,
      box: { x: margin, y: at(y), width: across - 2 * margin, height: (height * down) / 150 },
      texts: [isField ? fieldText(text, role) : fixedText(text, 0.04)],
      sizes: { largest: size, comfortable: Math.min(size, 3), smallest: 2 },
      align: 'center',
      verticalAlign: 'middle',
      mayTruncate: true,
      blocksPrinting: false,
    });
  };
  line('test.title', 12, 9, 'TEST LABEL', 7, false);
  line('test.name', 24, 12, name, 5, true);
  line('test.address', 38, 10, address, 3.5, true);
  line('test.how', 50, 6, method, 3.5, true);
  const bars = encodeCode128(code);
  const module = onDots(grain, MODULE);
  const width = (bars.length + 2 * QUIET) * module;
  const x = onDots(grain, (across - width) / 2);
  sheet.boxes.push({
    kind: 'code128',
    role: 'test.code',
    x,
    y: at(68),
    width,
    height: at(25),
    text: code,
    module,
    bars,
  });
  line('test.text', 95, 7, code, 5, true);
  line('test.frame.means', 130, 8, 'The frame must be whole on all four sides.', 3.5, false);
  return { width: across, height: down, boxes: sheet.boxes, problems: sheet.problems };
}
