import { encodeCode128 } from '../../../shared/labels/code128.ts';
import type { Bitmap, Layout } from '../../../shared/labels/label-layout.ts';
import { logoDotsPerMm } from '../../../shared/labels/logo.ts';
import type { Fonts } from '../text/fonts.ts';
import { cleanText } from '../text/shape-text.ts';
import { type Sheet, writeText } from '../text/write-text.ts';
import { type Size, sixPointsMm, minTextSize, thermalForm, type LabelForm, roundToDot } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { hasSender, layOutRecipient, layOutSender } from './lay-out-addresses.ts';
import { layOutTracking, layOutLowParcel, layOutParcel } from './lay-out-parcel.ts';
import {
  type Zone,
  fieldText,
  widthOf,
  writeCaption,
  captionHeight,
  fixedText,
  ruleInset,
  addVerticalRule,
  zoneAt,
  addRule,
} from './zone.ts';

/** White space above, below and beside the logo (mm). */
const paddingAbove = 1.25;
const paddingBelow = 0.75;
const paddingBeside = 2;

/** The size of the logo in the zone (mm): as large as the zone allows, but never larger than the original. */
function logoSizeIn({ width, height }: Bitmap, { top, bottom }: Zone): Size {
  const scale = Math.min(1, (bottom - top - paddingAbove - paddingBelow) / (height / logoDotsPerMm));
  return { width: (scale * width) / logoDotsPerMm, height: (scale * height) / logoDotsPerMm };
}

/** Places the logo at the right end of the sender's zone. */
export function layOutLogo(sheet: Sheet, logo: Bitmap, zone: Zone): void {
  const size = logoSizeIn(logo, zone);
  const freeHeight = zone.bottom - zone.top - paddingAbove - paddingBelow;
  const position = { x: zone.right - size.width, y: zone.top + paddingAbove + (freeHeight - size.height) / 2 };
  sheet.boxes.push({ kind: 'picture', role: 'logo', ...position, ...size, bitmap: logo });
}

/** The zone without the space of the logo. */
export const zoneBesideLogo = (logo: Bitmap, zone: Zone): Zone => ({
  ...zone,
  right: zone.right - logoSizeIn(logo, zone).width - paddingBeside,
});

/** Desk, operator and time of printing; on a small label also the PackageId, which is printed nowhere else on it. */
export function layOutFoot(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const { desk = '', operator = '', printedAt = '' } = source.printed ?? {};
  const id = form.kind === 'small' ? cleanText(source.PackageId, 'PackageId', true, sheet.problems) : '';
  const topPadding = form.kind === 'small' ? 0.2 : 0.4;
  const clean = (text: string, field: string): string => cleanText(text, field, false, []);
  const parts = [id, clean(desk, 'desk'), clean(operator, 'operator'), printedAt].filter((part) => part !== '');
  writeText(sheet, {
    role: 'foot',
    box: { x: zone.left, y: zone.top + topPadding, width: widthOf(zone), height: zone.bottom - zone.top - topPadding },
    texts: [fieldText(parts.join(' \u00b7 '), 'operator', { leftToRight: true })],
    sizes: { largest: 2.5, comfortable: sixPointsMm, smallest: sixPointsMm },
    maxLines: 1,
    mayTruncate: true,
    blocksPrinting: false,
  });
}

/** Distance of the cells from the right end of the header, as fractions of its width. */
const boxCellOffset = 36 / 92;
const weightCellOffset = 19 / 92;
const gap = 2;

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
  const smallest = minTextSize(form);
  const top = zone.top + ruleInset(form);
  const contentTop = top + captionHeight(form);
  const height = zone.bottom - (form.kind === 'small' ? 0.25 : 0.75) - contentTop;
  const service = cleanText(source.ServiceCode, 'ServiceCode', true, sheet.problems);
  const provider = cleanText(source.ShippingProvider, 'ShippingProvider', false, sheet.problems);
  const [left, boxLeft, weightLeft] = [zone.left, boxCellOffset, weightCellOffset].map((offset, index) =>
    index === 0 ? offset : zone.right - offset * widthOf(zone),
  ) as [number, number, number];

  if (service !== '') writeCaption(sheet, 'SERVICE', left, top, 14);
  const besideCaption = form.hasCaptions
    ? { x: left + 15, y: top, width: boxLeft - left - 15 - gap, height: captionHeight(form) }
    : { x: left + (boxLeft - left) * 0.6, y: contentTop, width: (boxLeft - left) * 0.4 - gap, height };
  writeText(sheet, {
    role: 'service.provider',
    box: besideCaption,
    texts: [fieldText(provider, 'ShippingProvider')],
    sizes: { largest: 2.75, comfortable: sixPointsMm, smallest: sixPointsMm },
    maxLines: 1,
    align: 'end',
    verticalAlign: form.hasCaptions ? 'top' : 'middle',
    mayTruncate: form.kind === 'small',
    blocksPrinting: false,
  });
  const serviceWidth = (form.hasCaptions || provider === '' ? 1 : 0.6) * (boxLeft - left) - gap;
  writeText(sheet, {
    role: 'service',
    box: { x: left, y: contentTop, width: serviceWidth, height },
    texts: [fieldText(service, 'ServiceCode', { bold: true, leftToRight: true })],
    sizes: { largest: 9, comfortable: Math.min(4.5, height / 1.2), smallest },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });

  const { box, boxes, weight } = source;
  addVerticalRule(sheet, 'rule.box', boxLeft, zone.top, zone.bottom);
  writeCaption(sheet, 'BOX', boxLeft + gap, top, 12);
  const writeCell = (role: string, x: number, width: number, text: string): void => {
    writeText(sheet, {
      role,
      box: { x, y: contentTop, width, height },
      texts: [fieldText(text, role, { bold: true })],
      sizes: { largest: 5, comfortable: 2.5, smallest },
      verticalAlign: 'middle',
      blocksPrinting: true,
    });
  };
  writeCell('box', boxLeft + gap, weightLeft - boxLeft - 1.5 * gap, `${box} of ${boxes}`);
  if (weight === undefined) return;
  const unit = cleanText(source.weightUnit, 'weightUnit', false, sheet.problems);
  addVerticalRule(sheet, 'rule.weight', weightLeft, zone.top, zone.bottom);
  writeCaption(sheet, 'WEIGHT', weightLeft + gap, top, 14);
  writeCell('weight', weightLeft + gap, zone.right - weightLeft - gap, `${weight} ${unit}`.trim());
}

/** Form of labels of 100 x 150 mm from a print head. */
export const standardForm = thermalForm({ width: 100, height: 150 });

/** Width of the QR code column beside the recipient on a low label. */
const lowCodeWidth = 25;

/**
 * Lays out a label. Never throws on the content of a source: fields that cannot be printed are listed in the layout's
 * problems, and the other parts of the label are complete. The recipient's zone gets the remaining height.
 */
export function layOut(source: LabelSource, fonts: Fonts, form: LabelForm = standardForm): Layout {
  const { logo, ...sourceWithoutLogo } = source;
  const withLogo = layOutAll(source, fonts, form);
  if (!logo || withLogo.problems.length === 0) return withLogo;
  // text takes precedence: the logo is dropped if that avoids a problem
  const withoutLogo = layOutAll(sourceWithoutLogo, fonts, form);
  return withoutLogo.problems.length < withLogo.problems.length ? withoutLogo : withLogo;
}

function layOutAll(source: LabelSource, fonts: Fonts, form: LabelForm): Layout {
  const sheet: Sheet = { form, fonts, boxes: [], problems: [] };
  const { zones, verticalMargin, height } = form;
  let top = verticalMargin;
  const takeHeight = (zoneHeight: number): [number, number] => [(top += zoneHeight) - zoneHeight, zoneHeight];
  if (hasMarks(source)) layOutMarks(sheet, source, zoneAt(form, ...takeHeight(zones.marks)));
  const footTop = height - verticalMargin - zones.foot;
  const parcelTop = footTop - zones.parcel;
  const trackingTop = parcelTop - zones.tracking;
  layOutHeader(sheet, source, zoneAt(form, ...takeHeight(zones.header)));
  addRule(sheet, 'rule.header', top);
  const sender = source.sender !== undefined && hasSender(source) ? source.sender : null;
  if (zones.sender > 0 && (sender ?? source.logo)) {
    const zone = zoneAt(form, ...takeHeight(zones.sender));
    if (source.logo) layOutLogo(sheet, source.logo, zone);
    if (sender) layOutSender(sheet, sender, source.logo ? zoneBesideLogo(source.logo, zone) : zone);
    addRule(sheet, 'rule.sender', top);
  }
  const middle = zoneAt(form, top, trackingTop - top);
  if (form.kind === 'low') {
    const right = middle.right - lowCodeWidth;
    layOutRecipient(sheet, source.recipient, { ...middle, right: right - 1 });
    addVerticalRule(sheet, 'rule.parcel', right, middle.top, middle.bottom);
    layOutLowParcel(sheet, source, { ...middle, left: right + 1 });
  } else layOutRecipient(sheet, source.recipient, middle);
  addRule(sheet, 'rule.recipient', trackingTop);
  layOutTracking(sheet, source, zoneAt(form, trackingTop, zones.tracking));
  if (zones.parcel > 0) {
    addRule(sheet, 'rule.tracking', parcelTop);
    layOutParcel(sheet, source, zoneAt(form, parcelTop, zones.parcel));
  }
  layOutFoot(sheet, source, zoneAt(form, footTop, zones.foot));
  return { width: form.width, height: form.height, boxes: sheet.boxes, problems: sheet.problems };
}

/** Content of a test label. */
export interface TestLabel {
  /** name and address of the printer */
  name: string;
  address: string;
  /** ASCII; a scan of it proves that the label is readable */
  code: string;
  /** how it was printed, such as `203 dpi, z64` */
  method: string;
}

const frameThickness = 0.5;
/** Module width (mm): three dots at 203 dpi, the nearest whole dots of any other head. */
const testModule = 0.375;
/** Quiet zone of a Code 128, in modules. */
const quietModules = 10;

/** A label that shows whether its whole area is printed: a frame at its edges, and a barcode to scan. */
export function layOutTest(
  { name, address, code, method }: TestLabel,
  fonts: Fonts,
  form: LabelForm = standardForm,
): Layout {
  const sheet: Sheet = { form, fonts, boxes: [], problems: [] };
  const { width: labelWidth, height: labelHeight, margin, dotGrid } = form;
  const [right, bottom] = [labelWidth - 2 * frameThickness, labelHeight - 2 * frameThickness];
  /** scales a distance on a label of 150 mm to the height of this one */
  const scaledY = (mm: number): number => roundToDot(dotGrid, (mm * labelHeight) / 150);
  const frame = [
    { x: 2 * frameThickness, y: 2 * frameThickness, width: right - 2 * frameThickness, height: frameThickness },
    { x: 2 * frameThickness, y: bottom - frameThickness, width: right - 2 * frameThickness, height: frameThickness },
    { x: 2 * frameThickness, y: 2 * frameThickness, width: frameThickness, height: bottom - 2 * frameThickness },
    { x: right - frameThickness, y: 2 * frameThickness, width: frameThickness, height: bottom - 2 * frameThickness },
  ];
  sheet.boxes.push(...frame.map((box) => ({ kind: 'rule' as const, role: 'test.frame', ...box })));
  const writeLine = (role: string, y: number, height: number, text: string, size: number, isField: boolean): void => {
    writeText(sheet, {
      role,
      box: { x: margin, y: scaledY(y), width: labelWidth - 2 * margin, height: (height * labelHeight) / 150 },
      texts: [isField ? fieldText(text, role) : fixedText(text, 0.04)],
      sizes: { largest: size, comfortable: Math.min(size, 3), smallest: 2 },
      align: 'center',
      verticalAlign: 'middle',
      mayTruncate: true,
      blocksPrinting: false,
    });
  };
  writeLine('test.title', 12, 9, 'TEST LABEL', 7, false);
  writeLine('test.name', 24, 12, name, 5, true);
  writeLine('test.address', 38, 10, address, 3.5, true);
  writeLine('test.how', 50, 6, method, 3.5, true);
  const bars = encodeCode128(code);
  const module = roundToDot(dotGrid, testModule);
  const width = (bars.length + 2 * quietModules) * module;
  const x = roundToDot(dotGrid, (labelWidth - width) / 2);
  sheet.boxes.push({
    kind: 'code128',
    role: 'test.code',
    x,
    y: scaledY(68),
    width,
    height: scaledY(25),
    text: code,
    module,
    bars,
  });
  writeLine('test.text', 95, 7, code, 5, true);
  writeLine('test.frame.means', 130, 8, 'The frame must be whole on all four sides.', 3.5, false);
  return { width: labelWidth, height: labelHeight, boxes: sheet.boxes, problems: sheet.problems };
}
