import type { Handover, HandoverParcel } from '../../../shared/handover/handover.ts';
import type { PaperInput } from '../../../shared/paper/paper.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';

/** The sheet of a closed handover: its parcels, one barcode, and lines for the count and signatures. */
export function handoverPaper(of: Handover, parcels: readonly HandoverParcel[]): PaperInput {
  const words = t().handover;
  const { sheet, columns } = words;
  const carrier = of.carrier === '' ? words.all : of.carrier;
  const said = { name: of.endedBy ?? of.operator, time: format.dateTime(of.endedAt ?? of.begunAt) };
  const several = new Set(parcels.map((parcel) => parcel.carrier)).size > 1;
  return {
    title: sheet.title,
    mark: desk.desk?.mode === 'practice' ? sheet.practice : '',
    code: of.code,
    facts: [
      [sheet.day, of.day],
      [sheet.carrier, carrier],
      [sheet.parcels, format.number(parcels.length)],
      [sheet.by, words.by(said)],
    ],
    tables: [
      {
        columns: [
          { head: sheet.number, share: 1, align: 'end' },
          { head: columns.number, share: 5 },
          { head: columns.key, share: 4 },
          { head: columns.recipient, share: 4 },
          ...(several ? [{ head: columns.carrier, share: 2.5 }] : []),
        ],
        rows: parcels.map(({ number, key, recipient, carrier: of }, at) => [
          String(at + 1),
          number,
          key,
          recipient,
          ...(several ? [of] : []),
        ]),
      },
    ],
    signatures: [...sheet.signed],
    foot: `${sheet.title} ${of.code}`,
  };
}
