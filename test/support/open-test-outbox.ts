import { readCapture, type Capture } from '../../electron/outbox/capture.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import { openPrintQueue } from '../../electron/printing/queue/open-print-queue.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { openNewDesk } from './new-desk-file.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An outbox on a real file in its own folder, with a clock that the test sets and sequential ids. */
export function openTestOutbox(options: { holdMs?: number; folder?: string } = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const db = openNewDesk(folder);
  let now = Date.parse('2026-03-02T08:00:00Z');
  let lastId = 0;
  const outbox = openOutbox(db, { now: () => now, newId: () => `e${++lastId}`, holdMs: () => options.holdMs ?? 0 });
  const queue = openPrintQueue(db, { now: () => now, newId: () => `j${++lastId}` });
  const readerDb = openDeskReader(folder);
  const reader = openReader(
    readerDb,
    () => now,
    () => 1_800_000,
  );
  return {
    folder,
    db,
    outbox,
    queue,
    reader,
    now: () => now,
    advance: (ms: number) => void (now += ms),
    close(): void {
      readerDb.close();
      db.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type TestOutbox = ReturnType<typeof openTestOutbox>;

/** A validated label order; `packageFields` are merged into its Package. */
export function labelCapture(PackageId: string, packageFields: Record<string, unknown> = {}): Capture {
  return readTestCapture(2, {
    Package: {
      PackageId,
      ServiceCode: 'SGP',
      ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' },
      Weight: 100,
      ...packageFields,
    },
  });
}

export const skuCapture = (Sku: string): Capture =>
  readTestCapture(15, {
    Sku,
    ProductName: 'Mug',
    ProductDescription: 'A mug',
    Weight: 300,
    Length: 10,
    Width: 10,
    Height: 10,
    DeclareName: 'Mug',
    DeclareValue: 3.2,
    ProductFlag: 'Simple',
    ProductAttribute: 'GeneralCargo',
  });

export const inboundCapture = (ShipmentId: string, Sku: string): Capture =>
  readTestCapture(4, {
    ShipmentId,
    WarehouseId: 'W1',
    ShippingType: 'Sea',
    Containers: [{ CustomContainerNo: 'C1', Skus: [{ Sku, Quantity: 1 }] }],
  });

export const declareCapture = (PackageId: string): Capture =>
  readTestCapture(7, { PackageId, Weight: 100, Skus: [{ Sku: 'A', Quantity: 1 }], ShipToAddress: { Country: 'ES' } });

export const boxCapture = (PackageId: string): Capture =>
  readTestCapture(6, {
    PackageId,
    Location: 'SZ',
    ServiceCode: 'SGP',
    ContainerInfos: [{ CustomContainerNo: '1', Weight: 1 }],
    ShipToAddress: { Country: 'ES' },
  });

export function readTestCapture(endpoint: number, body: unknown): Capture {
  const read = readCapture({ endpoint, body }, { sync: 0, idType: 'PackageId', lang: 'zh' });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}
