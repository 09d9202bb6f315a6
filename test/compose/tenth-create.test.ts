import { createClient } from '../../electron/delivery/service/client.ts';
import { createSync } from '../../electron/delivery/sync/create-sync.ts';
import { scanFinder } from '../../electron/memory/scan-finder.ts';
import { readCapture } from '../../electron/outbox/capture.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import type * as PracticeCreates from '../../electron/practice/practice-creates.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { exportOrders } from '../../electron/spreadsheets/export/export-orders.ts';
import { formOf } from '../../renderer/forms/form-fields.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import type * as Texts from '../../renderer/texts/en/creates.ts';
import { kindName } from '../../renderer/texts/say.svelte.ts';
import { endpointOfKind, kindOfEndpoint, type CreateKind } from '../../shared/creates/create-kinds.ts';
import type * as Creates from '../../shared/creates/creates.ts';
import { pathsOf } from '../../shared/creates/form/form-layout.ts';
import { isEndpointNumber } from '../../shared/service/endpoints.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { readRows } from '../import/spreadsheets.ts';
import { openTestOutbox } from '../support/open-test-outbox.ts';
import { realClock, realTimer } from '../support/real-time.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

const number = 21;
// The types do not know this kind, and no source file does.
const kind = 'return-order' as CreateKind;

// its record
vi.mock('../../shared/creates/creates.ts', async (load) => {
  const { creates } = await load<typeof Creates>();
  const { boxOrder } = await import('../../shared/creates/box-order.ts');
  const { text } = await import('../../shared/service/field.ts');
  const returnOrder = {
    ...boxOrder,
    // The key has a field name of its own; status records (endpoint 18) show it as PackageId.
    key: { kind: 'PackageId', path: ['ReturnNo'] },
    body: boxOrder.body.omit({ PackageId: true }).extend({ ReturnNo: text({ minLength: 1, maxLength: 50 }) }),
    form: JSON.parse(JSON.stringify(boxOrder.form).replaceAll('"PackageId"', '"ReturnNo"')) as unknown,
    number: 21,
    kind: 'return-order',
    plural: 'Return orders',
    name: 'createReturnOrder',
    title: 'Create return order',
    path: '/v1/returnOrders',
  };
  return { creates: [...creates, returnOrder] };
});
// its row in the practice service
vi.mock('../../electron/practice/practice-creates.ts', async (load) => {
  const practice = await load<typeof PracticeCreates>();
  const row = { keySpace: 'package', secondNamePath: [], statusEndpoint: 18 };
  Object.assign(practice.practiceCreates, { 'return-order': row });
  return practice;
});
// its texts
const texts = vi.hoisted(() => ({
  screen: 'Return order',
  row: 'Return order',
  begin: 'New return order',
  about: 'Boxes on their way back',
}));
vi.mock('../../renderer/texts/en/creates.ts', async (load) => {
  const { creates } = await load<typeof Texts>();
  return { creates: { ...creates, 'return-order': texts } };
});
vi.mock('../../renderer/texts/zh-CN/creates.ts', async (load) => {
  const { creates } = await load<typeof Texts>();
  return { creates: { ...creates, 'return-order': texts } };
});

const body = (ReturnNo: string, Contact: string) => ({
  ReturnNo,
  Location: 'SZ',
  ServiceCode: 'SGP',
  ContainerInfos: [{ CustomContainerNo: '1', Weight: 500, SkuInfos: [{ Sku: 'MUG', Quantity: 2 }] }],
  ShipToAddress: { Contact, Country: 'SE', City: 'Lund', Street1: 'Storgatan 1' },
});

it('a tenth create needs only its record, its row in the practice service and its texts to be captured, listed, searched, corrected, exported, imported, delivered, followed and shown in a form', async () => {
  expect(isEndpointNumber(number) && kindOfEndpoint(number)).toBe(kind);
  expect(endpointOfKind[kind]).toBe(number);
  const box = openTestOutbox();
  onTestFinished(() => box.close());
  const captured = (ReturnNo: string, Contact: string) => {
    const read = readCapture({ endpoint: number, body: body(ReturnNo, Contact) }, defaultSettings);
    if (!read.ok) throw new Error(read.problem.message);
    return read.value;
  };

  // captured as a draft, corrected, submitted
  const { id } = box.outbox.enqueue('c1', captured('RET-1', 'Ana Ruiz'), 'Mia', true);
  box.outbox.change('c2', id, captured('RET-1', 'Bea Ruiz'), 'Mia');
  box.outbox.submit('c3', id, captured('RET-1', 'Bea Ruiz'), 'Mia');
  expect(box.reader.page({ list: 'waiting', endpoint: number }, 10).rows).toMatchObject([
    { id, endpoint: number, key: 'RET-1', recipient: 'Bea Ruiz, SE' },
  ]);
  const index = searchIndex(box.db);
  while (index.processBatch()) continue;
  for (const search of ['bea', 'RET-1', 'ret'])
    expect(box.reader.rows(box.reader.seqs({ search })), search).toMatchObject([{ id }]);
  expect(scanFinder(box.db)('RET-1')).toMatchObject({ is: 'entry', entries: [{ id }] });

  // exported to a spreadsheet and imported from it
  const folder = mkdtempSync(join(tmpdir(), 'parcel-tenth-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'orders.csv');
  const { problems } = await exportOrders({
    kind,
    fileType: 'csv',
    path,
    orders: () => [{ id, key: 'RET-1', body: body('RET-1', 'Bea Ruiz') }],
    yieldToEventLoop: async () => undefined,
    onProgress: () => undefined,
  });
  expect(problems).toEqual([]);
  const { rows } = await readRows(readFileSync(path), 'utf-8', kind);
  expect(rows.map(({ request }) => request)).toMatchObject([{ endpoint: number, body: body('RET-1', 'Bea Ruiz') }]);

  // delivered over HTTP and followed until it is done
  const practice = await startPractice({ folder, clock: Date.now, moment: 10 });
  onTestFinished(() => practice.close());
  const client = createClient({ origin: practice.url, timeoutMs: 30_000, timer: realTimer, now: realClock.now });
  onTestFinished(() => client.close());
  const sync = createSync({
    outbox: box.outbox.sync,
    client,
    target: 'practice',
    settings: () => ({ ...defaultSettings, readFirstSeconds: 0.01 }),
    clock: realClock,
    timer: realTimer,
    random: Math.random,
    runSoon: (run) => void setImmediate(run),
    onStatus: () => undefined,
    onChanged: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  onTestFinished(async () => void (await sync.stop()));
  sync.start();
  await vi.waitFor(
    () => expect(box.reader.detail(id)).toMatchObject({ state: 'done', trackingNumber: expect.any(String) }),
    {
      timeout: 30_000,
      interval: 20,
    },
  );

  // shown in a form
  const fields = formOf[kind];
  const form = new OrderForm(fields.endpoint, (settle) => settle);
  form.startFrom(body('RET-1', 'Bea Ruiz'), []);
  for (const field of pathsOf(fields)) expect(form.fieldAt(field.replaceAll('[]', '[0]')), field).toBeDefined();
  expect(form.textAt('ShipToAddress.Contact')).toBe('Bea Ruiz');
  expect(kindName(number)).toBe('Return order');
}, 60_000);
