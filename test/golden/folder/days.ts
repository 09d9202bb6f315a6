import { mixedOrders } from '../../faults/orders.ts';
import { boxOrder, declaration, inboundOrder, labelOrder, outboundOrder, sku } from '../../practice/sample-creates.ts';
import { serviceAddress } from './service-at.ts';
import type { ScenarioDesk } from './scenario-desk.ts';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Waits that are short enough for a script. They are stored in the folder, so that later programs use them too. */
const quickSettings = {
  holdSeconds: 0,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.1,
  readMostSeconds: 0.5,
  graceSeconds: 1,
  stuckSeconds: 1,
};

/** All nine creates, and the data stored beside them. */
export async function firstDay({ desk, act, add, deliver }: ScenarioDesk): Promise<void> {
  await desk.ask('settings.set', {
    values: {
      ...quickSettings,
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
  const awaitedStates: [string, string][] = [];
  for (const { endpoint, key, body } of orders) awaitedStates.push([await add(endpoint, key, body), 'done']);
  await deliver(awaitedStates);
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

/** Changes made after the backup: only the journal contains them when the folder is lost. */
export async function afterTheBackup({ desk, act, label, labelRequest, ids, add }: ScenarioDesk): Promise<void> {
  const withdrawnLabel = await label('GONE-1');
  await desk.ask('entry.withdraw', { ...act(), ids: [withdrawnLabel], why: 'the customer came back' });
  await desk.ask('entry.withdraw', { ...act(), ids: [await add(6, 'GONE-2', boxOrder('GONE-2'), true)] });
  await label('BACK-1');
  await desk.ask('entry.replace', { ...act(), id: ids.get('2 A0-L1') ?? '', request: labelRequest('COPY-1') });
}

/** Every failure an order can meet, and a person's decision on it. */
export async function secondDay(scenario: ScenarioDesk): Promise<void> {
  const { desk, act, add, label, labelRequest, decide, deliver } = scenario;
  await desk.ask('entry.submit', { ...act(), id: await label('DRAFT-2', {}, true) });
  const refused = [await label('REFUSED-1'), await label('REFUSED-2'), await label('REFUSED-3')] as const;
  const busyInbound = await add(4, 'BUSY-1', inboundOrder('BUSY-1', { Containers: [] }));
  const waitingBody = outboundOrder('WAITS-1');
  await add(10, 'WAITS-1', {
    ...waitingBody,
    Package: { ...waitingBody.Package, RefInboundOrderInfo: { ShipmentId: 'BUSY-1' } },
  });
  const anywayBody = outboundOrder('ANYWAY-1');
  const sentAnyway = await add(10, 'ANYWAY-1', {
    ...anywayBody,
    Package: { ...anywayBody.Package, RefInboundOrderInfo: { ShipmentId: 'BUSY-1' } },
  });
  await desk.ask('entry.sendAnyway', { ...act(), id: sentAnyway });
  const newOrderFlag = { IsCreateNewOrder: true };
  const lostOrders = [1, 2, 3, 4].map((n) => label(`LOST-${String(n)}`, newOrderFlag));
  const [leftUnsure = '', resent = '', decidedTaken = '', withdrawn = ''] = await Promise.all(lostOrders);
  const answeredByPage = await label('PAGE-1');
  const foundAsAnother = await label('OTHER-1');
  const knownOrders = [boxOrder('KNOWN-1', { Remark: 'of somebody' }), boxOrder('KNOWN-2', { Remark: 'of somebody' })];
  for (const body of knownOrders)
    await fetch(`${serviceAddress}/v1/directExpressOrdersHaveBox`, { method: 'POST', body: JSON.stringify(body) });
  const [leftAsThere = '', decidedOurs = ''] = [
    await add(6, 'KNOWN-1', boxOrder('KNOWN-1')),
    await add(6, 'KNOWN-2', boxOrder('KNOWN-2')),
  ];
  const failedOutcome = await label('FAILED-1');
  const provisionalNumber = await label('EARLY-1');
  const [stuckOrder, closedOrder] = [await label('STUCK-1'), await label('CLOSED-1')];
  const [yes, refusedByText, undecidedText] = [
    await add(15, 'SAYS-YES-1', sku('SAYS-YES-1')),
    await add(15, 'SAYS-NO-1', sku('SAYS-NO-1')),
    await add(15, 'SAYS-WHAT-1', sku('SAYS-WHAT-1')),
  ];
  const repeatedDeclaration = await add(7, 'TWICE-1', declaration('TWICE-1'));
  await deliver([
    ...refused.map((id) => [id, 'refused'] as const),
    [sentAnyway, 'done'],
    ...[leftUnsure, resent, decidedTaken, withdrawn].map((id) => [id, 'unsure, may-be-there'] as const),
    [answeredByPage, 'unsure, endpoint-unproven'],
    [foundAsAnother, 'unsure, another-record'],
    ...[leftAsThere, decidedOurs].map((id) => [id, 'accepted, was-there-before'] as const),
    [failedOutcome, 'refused'],
    [provisionalNumber, 'done'],
    ...[stuckOrder, closedOrder].map((id) => [id, 'accepted'] as const),
    ...[yes, refusedByText, undecidedText].map((id) => [id, 'accepted, unknown-text'] as const),
    [repeatedDeclaration, 'done'],
    [busyInbound, 'queued'],
  ]);
  await desk.ask('entry.mend', {
    ...act(),
    id: refused[1],
    request: { endpoint: 2, body: labelOrder('REFUSED-2', { Remark: 'mended' }) },
  });
  await decide(refused[2], 'withdraw', 'entered by mistake');
  await decide(resent, 'send-again', 'it is not there, they say');
  await decide(decidedTaken, 'taken');
  await decide(withdrawn, 'withdraw');
  await decide(decidedOurs, 'ours');
  await decide(closedOrder, 'closed', 'Ana at the service, by phone');
  await decide(yes, 'taken');
  await decide(refusedByText, 'refusal');
  const replacedOrder = await label('OLD-2');
  await deliver([[replacedOrder, 'done']]);
  await desk.ask('entry.replace', { ...act(), id: replacedOrder, request: labelRequest('COPY-2') });
  await desk.ask('entry.cancelled', { ...act(), id: replacedOrder });
}

/** Memories, printing, tracking and imports. */
export async function thirdDay({ desk, act, label, deliver }: ScenarioDesk, home: string): Promise<void> {
  const printedLabel = await label('PRINTED-1');
  await deliver([[printedLabel, 'done']]);
  await desk.ask('labels.printed', { ...act(), ids: [printedLabel] });
  await desk.ask('watch.add', { ...act(), numbers: ['T-A0-L2', 'T-PRINTED-1'] });
  await desk.ask('desk.remember', { name: 'form/2', value: { Package: { Remark: 'half typed' } } });
  const rows = [
    'PackageId,ServiceCode,Contact,Country,City,Weight',
    'SHEET-1,SGP,Zoë Åkesson,SE,Göteborg,480',
    'SHEET-2,SGP,王小明,TW,台北,90',
  ];
  const csvPath = join(home, 'orders.csv');
  writeFileSync(csvPath, `${rows.join('\n')}\n`);
  await desk.ask('import.file', { path: csvPath, as: 'label-order', operator: 'Ben' });
}
