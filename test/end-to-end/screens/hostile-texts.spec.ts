import { setAtPath } from '../../../electron/outbox/set-field.ts';
import { screens } from '../../../renderer/state/screens.ts';
import { createNumbers, kindOfEndpoint, type CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import { folderSettings, settingsSchema } from '../../../shared/settings/settings.ts';
import { hostileValue, hostileTexts } from '../../support/hostile-fields.ts';
import { sweepMark } from '../../support/longer.ts';
import { ask } from '../ask.ts';
import { harmIn } from './harm-in.ts';
import { at, entryOf, inForm, openEntry, patient } from './places/ways.ts';
import { expect, test, type Service } from './told-desk-test.ts';
import { randomUUID } from 'node:crypto';

test.use({ goesOn: true });

function request(endpoint: CreateNumber, key: string): { endpoint: number; body: unknown } {
  const { body, key: place } = endpointOf(endpoint);
  if (!body || !place) throw new Error('a create has a body and a key');
  const filled = setAtPath(hostileValue(body), place.path, key);
  expect(body.safeParse(filled).error?.issues).toBeUndefined();
  return { endpoint, body: filled };
}

/** A hostile text for each setting that accepts one, except paths, which a screen cannot set. */
const settingTexts = Object.fromEntries(
  Object.entries(settingsSchema.shape).flatMap(([name, one]) => {
    const fitting = hostileTexts.find((text) => one.safeParse(text).success);
    return fitting === undefined || folderSettings.some((place) => place === name) ? [] : [[name, fitting]];
  }),
);

/** Refuses orders with REFUSED- in them, and answers all other requests with hostile texts in every text field. */
const service: Service = ({ method, body, path }) => {
  const [text] = hostileTexts;
  const parcel = {
    TrackingNumber: 'ANY-1',
    TrackingStatus: text,
    CarrierInfo: { Company: text, Phone: text },
    Checkpoints: [{ Message: text, DateTime: text, TrackingStatus: text, Location: text }],
  };
  const charges = [{ ChargeName: text, Currency: 'USD', Amount: 1 }];
  const price = { ServiceCode: text, ServiceName: text, ChargeInfo: { Summary: charges, Detail: charges } };
  if (path.startsWith('/v1/pricing'))
    return {
      json: [
        { ...price, Success: true },
        { ...price, Success: false, Message: text },
      ],
    };
  if (path.startsWith('/v1/sku/lists'))
    return { json: [{ Sku: 'A', ApprovalStatus: text, CustomStorageNo: text, DeclareName: text, RejectReason: text }] };
  if (path.startsWith('/v1/trackings')) return { json: method === 'POST' ? [parcel] : parcel };
  if (path.includes('inventories'))
    return { json: [{ WarehouseId: 'W1', Sku: text, StorageNo: text, VerifyState: text, AvailStockQty: text }] };
  const error = { Code: text, Message: text };
  if (body.includes('REFUSED-')) return { status: 400, json: { ...error, Errors: [error] } };
  if (method === 'POST') return { json: { SvcPackageId: text, TrackingNumber: text, StorageNo: text } };
  return { json: { Status: text, HandleStatus: text, TrackingNumber: text, ShippingCosts: [{ Type: text }] } };
};

test(
  'markup, scripts, direction marks and control characters in any text field of orders, answers and settings are shown as text on every screen',
  { tag: sweepMark },
  async ({ desk, told }) => {
    test.setTimeout(300_000);
    const { page } = desk;
    told.says(service);
    const [text = ''] = hostileTexts;
    expect(Object.keys(settingTexts)).toContain('senderStreet1');
    await ask(page, 'settings.set', { values: { ...settingTexts, holdSeconds: 3600, graceSeconds: 0 } });
    const view = { name: text.slice(0, 100), list: 'all', narrowing: { operator: text, service: text }, search: text };
    await ask(page, 'desk.remember', { name: 'outbox-views', value: [view] });
    await ask(page, 'handover.begin', { commandId: randomUUID(), carrier: text, operator: text });
    await ask(page, 'operators.save', { commandId: randomUUID(), name: text, code: '7' });
    for (const endpoint of createNumbers) {
      const given = { operator: text, commandId: randomUUID() };
      const key = `HELD-${String(endpoint)}`;
      await ask(page, 'entry.enqueue', { ...given, request: request(endpoint, key) });
      const template = {
        commandId: randomUUID(),
        name: text.slice(0, 60),
        operator: text,
        request: request(endpoint, key),
      };
      await ask(page, 'templates.save', template);
    }
    await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
    for (const endpoint of createNumbers)
      for (const key of [`SENT-${String(endpoint)}`, `REFUSED-${String(endpoint)}`])
        await ask(page, 'entry.enqueue', { operator: text, commandId: randomUUID(), request: request(endpoint, key) });
    const counts = () => ask(page, 'entries.counts', {}).then(({ byState }) => byState.refused);
    await expect.poll(counts, patient).toBe(createNumbers.length);

    const seen = async (where: string) => expect.soft(await harmIn(page), where).toEqual([]);
    for (const screen of screens) {
      await at(page, `#/${screen}`);
      await page.locator('h1').first().waitFor();
      await seen(screen);
    }
    for (const endpoint of createNumbers) {
      for (const key of [`HELD-${String(endpoint)}`, `REFUSED-${String(endpoint)}`]) {
        await openEntry(page, key);
        const folded = page.locator('.panel details:not([open]) > summary');
        while ((await folded.count()) > 0) await folded.first().press('Enter');
        await seen(`the entry ${key}`);
      }
      const { id } = await entryOf(page, `REFUSED-${String(endpoint)}`);
      await at(page, `#/${kindOfEndpoint(endpoint) ?? ''}/mend/${id}`);
      await inForm(page);
      await page.keyboard.press('Alt+f');
      await seen(`the form of ${String(endpoint)}`);
    }
    await at(page, '#/outbox');
    await page.keyboard.press('F3');
    await page.keyboard.type('HELD');
    await page.locator('[role=search] [role=option]').first().waitFor(patient);
    await seen('the search');
    await at(page, '#/outbox');
    await page.keyboard.press('Alt+q');
    await expect(page.getByRole('option').getByText('Zoë')).toBeVisible(patient);
    await seen('the views that are kept');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await seen('what a view narrows to');
    await at(page, '#/handover');
    await seen('the handovers that are open');
    await page.locator('a', { hasText: 'Continue' }).first().press('Enter');
    await page.getByRole('textbox', { name: 'Scan or type a parcel' }).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: /Not on the list 1/ })).toBeVisible(patient);
    await seen('the handover');
    await at(page, '#/prices');
    const priced = { Weight: '1.5', Length: '20', Width: '15', Height: '10', WarehouseId: 'W1', Country: 'ES' };
    for (const [name, value] of Object.entries(priced)) await page.locator(`[id="field-${name}"]`).fill(value);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article').getByText('Zoë').first()).toBeVisible(patient);
    await seen('the answer of prices');
    await at(page, '#/skus');
    await page.locator('main textarea').first().fill('A');
    await page.locator('main textarea').first().press('Enter');
    await expect(page.getByRole('grid').getByText('Zoë').first()).toBeVisible(patient);
    await seen('the answer of SKUs');
    await at(page, '#/tracking');
    await page.locator('textarea').fill('ANY-1');
    await page.locator('textarea').press('Enter');
    await expect(page.locator('.panel').getByText('Zoë').first()).toBeVisible(patient);
    await seen('the answer of tracking');
    await at(page, '#/inventory');
    await page.getByRole('combobox', { name: 'Warehouse' }).fill('W1');
    await page.locator('main textarea').fill(text);
    await page.locator('main textarea').press('Enter');
    await expect(page.getByRole('grid').getByText('Zoë').first()).toBeVisible(patient);
    await page.getByRole('grid').press('ArrowDown');
    await seen('the answer of inventory');
    await at(page, '#/import');
    const buffer = Buffer.from(
      `PackageId,ServiceCode,Contact,"${text.replaceAll('"', '""')}"\nA-1,SGP,"${text.replaceAll('"', '""')}",x`,
    );
    await page.setInputFiles('input[type=file]', {
      name: `${hostileTexts[2] ?? ''}.csv`,
      mimeType: 'text/csv',
      buffer,
    });
    await page.locator('dl .good, li input').first().waitFor(patient);
    await seen('the import');
  },
);
