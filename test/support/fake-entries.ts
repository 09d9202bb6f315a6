import type { EntryDetail, WaitsFor } from '../../shared/contract/entry-answers.ts';
import type { State } from '../../shared/outbox/states.ts';

/**
 * One kind of entry. The list has entries in every state and with every mark, and what each waits for; screens are
 * drawn and tested with them.
 */
interface Kind {
  state: State;
  waitsFor: (now: number) => WaitsFor;
  fields?: Partial<EntryDetail>;
}

const waitsForNothing = (): WaitsFor => ({ for: 'nothing' });
const refusal = {
  code: '400',
  text: 'Phone is not a phone number of the destination <b>country</b>.',
  field: 'Phone',
};

export const kinds: readonly Kind[] = [
  { state: 'queued', waitsFor: (now) => ({ for: 'hold', until: now + 95_000 }) },
  { state: 'queued', waitsFor: () => ({ for: 'turn' }) },
  { state: 'queued', waitsFor: (now) => ({ for: 'retry', until: now + 95_000 }), fields: { tries: 3 } },
  { state: 'queued', waitsFor: () => ({ for: 'entry', id: 'e4', key: 'SKU-8841' }), fields: { endpoint: 4 } },
  {
    state: 'queued',
    waitsFor: (now) => ({ for: 'retry', until: now + 12_000 }),
    fields: { tries: 2, maybeTaken: true, maybeTwice: true, endpoint: 7 },
  },
  { state: 'sending', waitsFor: () => ({ for: 'answer' }), fields: { tries: 1 } },
  {
    state: 'unsure',
    waitsFor: (now) => ({ for: 'status-check', until: now + 40_000 }),
    fields: { tries: 1, maybeTaken: true },
  },
  {
    state: 'unsure',
    waitsFor: () => ({ for: 'person', question: 'may-be-there' }),
    fields: { tries: 1, maybeTaken: true, asks: 'may-be-there' },
  },
  {
    state: 'unsure',
    waitsFor: () => ({ for: 'person', question: 'endpoint-unproven' }),
    fields: { tries: 1, maybeTaken: true, asks: 'endpoint-unproven' },
  },
  {
    state: 'unsure',
    waitsFor: () => ({ for: 'person', question: 'another-record' }),
    fields: { tries: 1, maybeTaken: true, asks: 'another-record' },
  },
  {
    state: 'accepted',
    waitsFor: () => ({ for: 'person', question: 'was-there-before' }),
    fields: { tries: 1, asks: 'was-there-before' },
  },
  { state: 'accepted', waitsFor: (now) => ({ for: 'outcome', until: now + 8000, stuck: false }), fields: { tries: 1 } },
  {
    state: 'accepted',
    waitsFor: (now) => ({ for: 'outcome', until: now + 1_500_000, stuck: true }),
    fields: { tries: 1, trackingNumber: 'LX284613579CN', provisional: true },
  },
  {
    state: 'refused',
    waitsFor: (now) => ({ for: 'mend', until: now + 600_000 }),
    fields: { tries: 1, reason: refusal },
  },
  { state: 'done', waitsFor: waitsForNothing, fields: { tries: 1, trackingNumber: 'LX284613579CN' } },
  {
    state: 'done',
    waitsFor: waitsForNothing,
    fields: {
      tries: 1,
      trackingNumber: 'LX284613580CN',
      replacedBy: 'e16',
      inItsPlace: { id: 'e16', key: 'PKG-NEW-7', state: 'queued' },
      toCancel: true,
    },
  },
  {
    state: 'queued',
    waitsFor: () => ({ for: 'turn' }),
    fields: { replaces: 'e15', inPlaceOf: { id: 'e15', key: 'PKG-OLD-7', state: 'done' } },
  },
  { state: 'withdrawn', waitsFor: waitsForNothing },
  { state: 'draft', waitsFor: waitsForNothing },
  { state: 'done', waitsFor: waitsForNothing, fields: { tries: 2, trackingNumber: 'LX284613581CN' } },
  {
    state: 'accepted',
    waitsFor: () => ({ for: 'person', question: 'unknown-text' }),
    fields: { tries: 1, endpoint: 7, asks: 'unknown-text', said: 'Declaration noted' },
  },
  {
    state: 'accepted',
    waitsFor: () => ({ for: 'person', question: 'damaged' }),
    fields: { tries: 1, asks: 'damaged', damaged: true },
  },
];

const names = [
  'Zoë Åkesson',
  '王小明',
  'Juan Pérez García',
  'محمد العتيبي',
  'Oliver Grant',
  'Анна Петрова',
  '田中 美咲',
];
const countries = ['SE', 'CN', 'ES', 'SA', 'GB', 'RU', 'JP'];
const finalStates: readonly State[] = ['done', 'withdrawn'];

/** Entry number `seq` of a fake outbox; its kind cycles through all kinds. */
export function fakeEntry(seq: number, now: number): EntryDetail {
  const kind = kinds[seq % kinds.length]!;
  const name = names[seq % names.length]!;
  const country = countries[seq % countries.length]!;
  const capturedAt = now - seq * 61_000;
  const tries = kind.fields?.tries ?? 0;
  const body = {
    Location: 'GZ',
    Package: {
      PackageId: `PKG-2025-${String(100_000 + seq)}`,
      ServiceCode: 'EXP-EU',
      ShipToAddress: {
        Contact: name,
        Phone: 'not a number',
        Country: country,
        City: 'Göteborg',
        Street1: 'Storgatan 1',
      },
      Weight: 1250.5,
      Skus: [{ Sku: 'MUG-BLUE', Quantity: 2, DeclareNameEn: 'Mug', DeclareNameCn: '杯子', DeclareValue: 4.2 }],
    },
  };
  return {
    seq,
    id: `e${seq}`,
    endpoint: 2,
    key: body.Package.PackageId,
    state: kind.state,
    tries,
    service: body.Package.ServiceCode,
    label: null,
    maybeTaken: false,
    maybeTwice: false,
    said: null,
    damaged: false,
    asks: null,
    replaces: null,
    replacedBy: null,
    toCancel: false,
    operator: 'Li Na',
    capturedAt,
    settledAt: finalStates.includes(kind.state) ? capturedAt + 30_000 : null,
    recipient: `${name}, ${country}`,
    trackingNumber: null,
    provisional: false,
    reason: null,
    waitsFor: kind.waitsFor(now),
    request: { query: {}, body },
    erasedAt: null,
    withdrawnBefore: null,
    record: tries > 0 ? { PackageId: body.Package.PackageId, Status: 'Creating' } : null,
    attempts: Array.from({ length: tries }, (_, attempt) => ({
      id: attempt,
      startedAt: capturedAt + 5000 * (attempt + 1),
      endedAt: capturedAt + 5000 * (attempt + 1) + 800,
      target: 'practice',
      verdict: kind.state === 'refused' ? 'refused' : kind.state === 'unsure' ? 'unsure' : 'accepted',
      status: kind.state === 'unsure' ? null : kind.state === 'refused' ? 400 : 200,
      answer: kind.state === 'unsure' ? null : '{"Message":"<script>alert(1)</script>"}',
      cutFrom: null,
      sameAs: null,
      damaged: false,
    })),
    history: [
      { at: capturedAt, who: 'Li Na', from: null, to: 'queued', why: { code: 'captured', params: {} }, damaged: false },
      {
        at: capturedAt + 5000,
        who: '',
        from: 'queued',
        to: kind.state,
        why: { code: 'try', params: { number: 1 } },
        damaged: false,
      },
    ],
    needs: [],
    neededBy: [],
    inPlaceOf: null,
    inItsPlace: null,
    ...kind.fields,
  };
}
