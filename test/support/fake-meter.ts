import type { MeterReport } from '../../shared/contract/memory-procedures.ts';

/** A meter report after some days of label orders and a declaration. */
export function fakeReport(days: number, now: number): MeterReport {
  const today = Math.floor(now / 86_400_000) * 86_400_000;
  const field = (endpoint: number, name: string, ms: number, keystrokes: number) => ({
    endpoint,
    field: name,
    parcels: 40,
    keystrokes,
    ms,
  });
  return {
    kinds: [
      {
        endpoint: 2,
        parcels: 120,
        keystrokes: 2400,
        scans: 130,
        ms: 1_500_000,
        medianMs: 11_400,
        medianKeystrokes: 17,
      },
      { endpoint: 7, parcels: 3, keystrokes: 240, scans: 3, ms: 90_000, medianMs: 29_000, medianKeystrokes: 80 },
    ],
    fields: [
      field(2, '$.Package.ShipToAddress.Contact', 400_000, 320),
      field(2, '$.Package.Skus.Quantity', 210_000, 80),
      field(2, '$', 90_000, 120),
      field(7, '$.Skus.DeclareNameEn', 42_000, 90),
    ],
    days: Array.from({ length: Math.min(days, 9) }, (_, back) => ({
      day: today - back * 86_400_000,
      endpoint: 2,
      parcels: 40 - 3 * back,
      keystrokes: 700,
      ms: 400_000,
    })),
  };
}
