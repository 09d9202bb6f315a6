import type { Layout } from '../../shared/labels/label-layout.ts';
import { thermalForm, type LabelForm } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { hasSender, layOutRecipient, layOutSender } from './lay-out-addresses.ts';
import { layOutTracking } from './lay-out-codes.ts';
import { layOutFoot } from './lay-out-foot.ts';
import { zoneBesideLogo, layOutLogo } from './lay-out-logo.ts';
import { hasMarks, layOutHeader, layOutMarks } from './lay-out-header.ts';
import { layOutLowParcel, layOutParcel } from './lay-out-parcel.ts';
import type { Fonts } from './open-fonts.ts';
import type { Sheet } from './write-text.ts';
import { band, rule, uprightRule } from './zone.ts';

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
