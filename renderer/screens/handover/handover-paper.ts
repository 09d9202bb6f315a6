import type { Handover, HandoverParcel } from '../../../shared/handover/handover.ts';
import type { PaperInput } from '../../../shared/paper/paper.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';

/** The sheet of a closed handover: its parcels, one barcode, and lines for the count and signatures. */
export function handoverPaper(handover: Handover, parcels: readonly HandoverParcel[]): PaperInput {
  const texts = t().handover;
  const { sheet, columns } = texts;
  const carrier = handover.carrier === '' ? texts.all : handover.carrier;
  const params = {
    name: handover.endedBy ?? handover.operator,
    time: format.dateTime(handover.endedAt ?? handover.begunAt),
  };
  const hasSeveralCarriers = new Set(parcels.map((parcel) => parcel.carrier)).size > 1;
  return {
    title: sheet.title,
    mark: desk.state?.mode === 'practice' ? sheet.practice : '',
    code: handover.code,
    facts: [
      [sheet.day, handover.day],
      [sheet.carrier, carrier],
      [sheet.parcels, format.number(parcels.length)],
      [sheet.by, texts.by(params)],
    ],
    tables: [
      {
        columns: [
          { head: sheet.number, share: 1, align: 'end' },
          { head: columns.number, share: 5 },
          { head: columns.key, share: 4 },
          { head: columns.recipient, share: 4 },
          ...(hasSeveralCarriers ? [{ head: columns.carrier, share: 2.5 }] : []),
        ],
        rows: parcels.map(({ number, key, recipient, carrier: parcelCarrier }, index) => [
          String(index + 1),
          number,
          key,
          recipient,
          ...(hasSeveralCarriers ? [parcelCarrier] : []),
        ]),
      },
    ],
    signatures: [...sheet.signed],
    foot: `${sheet.title} ${handover.code}`,
  };
}
