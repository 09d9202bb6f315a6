import { mixedOrders } from '../../faults/orders.ts';
import { boxOrder, declaration, inboundOrder, labelOrder, outboundOrder, sku } from '../../practice/sample-creates.ts';
import { address } from './service-at.ts';
import type { Told } from './told-desk.ts';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Waits short enough for a script; stored in the folder, so that later programs use them too. */
const quick = {
  holdSeconds: 0,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.1,
  readMostSeconds: 0.5,
  graceSeconds: 1,
  stuckSeconds: 1,
};

/** All nine creates, and the data stored beside them. */
export async function firstDay({ desk, act, add, deliver }: Told): Promise<void> {
  await desk.ask('settings.set', {
    values: {
      ...quick,
      weightUnit: 'g',
      lang: 'en',
      senderContact: 'Parcel Hub',
      senderCountry: 'DE',
      deskCode: '7K3M9',
    },
  });
  await desk.ask('operators.save', { commandId: randomUUID(), name: 'Mia', code: 'M1', pin: '4711' });
  await desk.ask('operators.save', { commandId: randomUUID(), name: 'Ben', code: 'B2' });
  await desk.ask('lists.import', { commandId: randomUUID(), list: 'services', csv: 'SGP,Standard\nEXP,Express\n' });
  const orders = mixedOrders(20, 'A');
  const awaited: [string, string][] = [];
  for (const { endpoint, key, body } of orders) awaited.push([await add(endpoint, key, body), 'done']);
  await deliver(awaited);
  const draft = await add(6, 'DRAFT-1', boxOrder('DRAFT-1'), true);
  await desk.ask('entry.change', {
    ...act(),
    id: draft,
    request: { endpoint: 6, body: boxOrder('DRAFT-1', { Remark: 'ring twice' }) },
  });
  await desk.ask('templates.save', {
    ...act(),
    name: 'Mugs to Lisboa',
    request: { endpoint: 2, body: labelOrder('TEMPLATE') },
  });
}

/** Changes that only the journal still contains when the folder is lost. */
export async function afterTheBackup({ desk, act, label, labelRequest, ids, add }: Told): Promise<void> {
  const gone = await label('GONE-1');
  await desk.ask('entry.withdraw', { ...act(), ids: [gone], why: 'the customer came back' });
  await desk.ask('entry.withdraw', { ...act(), ids: [await add(6, 'GONE-2', boxOrder('GONE-2'), true)] });
  await label('BACK-1');
  await desk.ask('entry.replace', { ...act(), id: ids.get('2 A0-L1') ?? '', request: labelRequest('COPY-1') });
}

/** Every failure an order can meet, and a person's decision on it. */
export async function secondDay(open: Told): Promise<void> {
  const { desk, act, add, label, labelRequest, decide, deliver } = open;
  await desk.ask('entry.submit', { ...act(), id: await label('DRAFT-2', {}, true) });
  const refused = [await label('REFUSED-1'), await label('REFUSED-2'), await label('REFUSED-3')] as const;
  const busy = await add(4, 'BUSY-1', inboundOrder('BUSY-1', { Containers: [] }));
  const outbound = outboundOrder('WAITS-1');
  await add(10, 'WAITS-1', {
    ...outbound,
    Package: { ...outbound.Package, RefInboundOrderInfo: { ShipmentId: 'BUSY-1' } },
  });
  const anyway = outboundOrder('ANYWAY-1');
  const sent = await add(10, 'ANYWAY-1', {
    ...anyway,
    Package: { ...anyway.Package, RefInboundOrderInfo: { ShipmentId: 'BUSY-1' } },
  });
  await desk.ask('entry.sendAnyway', { ...act(), id: sent });
  const further = { IsCreateNewOrder: true };
  const lost = [1, 2, 3, 4].map((n) => label(`LOST-${String(n)}`, further));
  const [asked = '', again = '', taken = '', withdrawn = ''] = await Promise.all(lost);
  const page = await label('PAGE-1');
  const other = await label('OTHER-1');
  const known = [boxOrder('KNOWN-1', { Remark: 'of somebody' }), boxOrder('KNOWN-2', { Remark: 'of somebody' })];
  for (const body of known)
    await fetch(`${address}/v1/directExpressOrdersHaveBox`, { method: 'POST', body: JSON.stringify(body) });
  const [was = '', ours = ''] = [
    await add(6, 'KNOWN-1', boxOrder('KNOWN-1')),
    await add(6, 'KNOWN-2', boxOrder('KNOWN-2')),
  ];
  const failed = await label('FAILED-1');
  const early = await label('EARLY-1');
  const [stuck, closed] = [await label('STUCK-1'), await label('CLOSED-1')];
  const [yes, no, what] = [
    await add(15, 'SAYS-YES-1', sku('SAYS-YES-1')),
    await add(15, 'SAYS-NO-1', sku('SAYS-NO-1')),
    await add(15, 'SAYS-WHAT-1', sku('SAYS-WHAT-1')),
  ];
  const twice = await add(7, 'TWICE-1', declaration('TWICE-1'));
  await deliver([
    ...refused.map((id) => [id, 'refused'] as const),
    [sent, 'done'],
    ...[asked, again, taken, withdrawn].map((id) => [id, 'unsure, may-be-there'] as const),
    [page, 'unsure, endpoint-unproven'],
    [other, 'unsure, another-record'],
    ...[was, ours].map((id) => [id, 'accepted, was-there-before'] as const),
    [failed, 'refused'],
    [early, 'done'],
    ...[stuck, closed].map((id) => [id, 'accepted'] as const),
    ...[yes, no, what].map((id) => [id, 'accepted, unknown-text'] as const),
    [twice, 'done'],
    [busy, 'queued'],
  ]);
  await desk.ask('entry.mend', {
    ...act(),
    id: refused[1],
    request: { endpoint: 2, body: labelOrder('REFUSED-2', { Remark: 'mended' }) },
  });
  await decide(refused[2], 'withdraw', 'entered by mistake');
  await decide(again, 'send-again', 'it is not there, they say');
  await decide(taken, 'taken');
  await decide(withdrawn, 'withdraw');
  await decide(ours, 'ours');
  await decide(closed, 'closed', 'Ana at the service, by phone');
  await decide(yes, 'taken');
  await decide(no, 'refusal');
  const replaced = await label('OLD-2');
  await deliver([[replaced, 'done']]);
  await desk.ask('entry.replace', { ...act(), id: replaced, request: labelRequest('COPY-2') });
  await desk.ask('entry.cancelled', { ...act(), id: replaced });
}

/** Memories, printing, tracking and imports. */
export async function thirdDay({ desk, act, label, deliver }: Told, home: string): Promise<void> {
  const printed = await label('PRINTED-1');
  await deliver([[printed, 'done']]);
  await desk.ask('labels.printed', { ...act(), ids: [printed] });
  await desk.ask('watch.add', { ...act(), numbers: ['T-A0-L2', 'T-PRINTED-1'] });
  await desk.ask('desk.remember', { name: 'form/2', value: { Package: { Remark: 'half typed' } } });
  const rows = [
    'PackageId,ServiceCode,Contact,Country,City,Weight',
    'SHEET-1,SGP,Zoë Åkesson,SE,Göteborg,480',
    'SHEET-2,SGP,王小明,TW,台北,90',
  ];
  const sheet = join(home, 'orders.csv');
  writeFileSync(sheet, `${rows.join('\n')}\n`);
  await desk.ask('import.file', { path: sheet, as: 'label-order', operator: 'Ben' });
}
