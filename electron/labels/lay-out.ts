import type { Layout } from '../../shared/labels/label-layout.ts';
import { LABEL_HEIGHT, LABEL_WIDTH } from './label-size.ts';
import type { LabelSource } from './label-source.ts';
import { layOutRecipient, layOutSender } from './lay-out-addresses.ts';
import { layOutTracking } from './lay-out-codes.ts';
import { hasMarks, layOutHeader, layOutMarks } from './lay-out-header.ts';
import { layOutParcel } from './lay-out-parcel.ts';
import type { Fonts } from './open-fonts.ts';
import type { Sheet } from './write-text.ts';
import { rule } from './zone.ts';

const EDGE = 3;
const MARKS = 7;
const HEADER = 15;
const SENDER = 13;
const TRACKING = 34;
const PARCEL = 35;

/**
 * Lays a label out on 100 x 150 mm. Never throws on what a source holds: what cannot be printed as given is in the layout's problems, and the
 * rest of the label stands. The recipient's zone takes the room that marks and sender leave.
 */
export function layOut(source: LabelSource, fonts: Fonts): Layout {
  const sheet: Sheet = { fonts, boxes: [], problems: [] };
  let top = EDGE;
  if (hasMarks(source)) {
    layOutMarks(sheet, source, { top, bottom: top + MARKS });
    top += MARKS;
  }
  const parcelTop = LABEL_HEIGHT - EDGE - PARCEL;
  const trackingTop = parcelTop - TRACKING;
  layOutHeader(sheet, source, { top, bottom: (top += HEADER) });
  rule(sheet, 'rule.header', top);
  if (source.sender !== undefined) {
    layOutSender(sheet, source.sender, { top, bottom: (top += SENDER) });
    rule(sheet, 'rule.sender', top);
  }
  layOutRecipient(sheet, source.recipient, { top, bottom: trackingTop });
  rule(sheet, 'rule.recipient', trackingTop);
  layOutTracking(sheet, source.TrackingNumber, { top: trackingTop, bottom: parcelTop });
  rule(sheet, 'rule.tracking', parcelTop);
  layOutParcel(sheet, source, { top: parcelTop, bottom: LABEL_HEIGHT - EDGE });
  return { width: LABEL_WIDTH, height: LABEL_HEIGHT, boxes: sheet.boxes, problems: sheet.problems };
}
