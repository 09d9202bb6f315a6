import { pasteText } from '../../support/paste.ts';
import { expect, test, type Service } from './told-desk-test.ts';
import type { Page } from '@playwright/test';

test.use({ goesOn: true });

const point = (at: number) => ({
  Message: `Step ${String(at)}`,
  DateTime: new Date(Date.UTC(2026, 0, 1) + at * 3_600_000).toISOString().slice(0, 19),
  TimeZone: '+08:00',
  TrackingStatus: 'InTransit',
});
/** Records of a service that does not keep to its documentation. */
const records: Record<string, unknown> = {
  GOOD: {
    TrackingNumber: 'GOOD',
    TrackingStatus: 'Delivered',
    CarrierInfo: { Company: 'Correos', Phone: '900 400 004' },
    Checkpoints: [point(1), point(0)],
  },
  HUGE: { TrackingNumber: 'HUGE', Checkpoints: Array.from({ length: 5000 }, (_, at) => point(at)) },
  STRANGE: {
    TrackingNumber: 'STRANGE',
    TrackingStatus: 'AuDédouanement',
    Checkpoints: [
      { Message: '<img src=x onerror=alert(1)><b>Held</b>', DateTime: 17, TimeZone: { a: 1 } },
      'none',
      null,
    ],
    TransitPorts: 'two',
    ClientGroupSumList: { WeightKg: 1 },
    Unheard: ['of'],
  },
  BARE: {},
  LATE: { TrackingNumber: 'LATE', TrackingStatus: 'InTransit', Checkpoints: [point(3)] },
};
const order = {
  PackageId: 'THEIRS-1',
  Status: 'HalfMade',
  HandleStatus: 'Submitted',
  WeightInit: 1200,
  Weight: 1250,
  ShippingCosts: [
    { Money: 0.1, Currency: 'USD', Type: 'None' },
    { Money: 0.2, Currency: 'USD', Type: 'None' },
    { Money: 'much', Currency: 'USD' },
  ],
  CreateFailedReason: { ReasonCode: 'E1', ReasonText: '<i>No</i> such service' },
};

const soon = () => new Promise((resolve) => setTimeout(resolve, 1500));

const answer: Service = async ({ path, json }) => {
  const [, number = ''] = /^\/v1\/trackings\/([^?]+)/.exec(path) ?? [];
  // Answers after the screen has shown what it already knew.
  if (number === 'LATE') await soon();
  if (number === 'BROKEN') return { text: '{"Tracking' };
  if (number !== '') return { status: number in records ? 200 : 404, json: records[number] ?? {} };
  if (path.startsWith('/v1/trackings')) {
    const { TrackingNumbers } = json as { TrackingNumbers: string[] };
    return { json: TrackingNumbers.map((one) => records[one] ?? { TrackingNumber: one, TrackingStatus: 'NotFound' }) };
  }
  return path.startsWith('/v1/directExpressOrders/THEIRS-1') ? { json: order } : { status: 404, json: {} };
};

test.beforeEach(({ told }) => told.says(answer));

const patient = { timeout: 30_000 };
const panel = (page: Page) => page.locator('.panel');
async function look(page: Page, keys: string, text: string): Promise<void> {
  await page.keyboard.press(keys);
  await page.locator('textarea').fill(text);
  await page.locator('textarea').press('Enter');
}

test('a list of 45 numbers is looked up in batches of at most 20, and one key watches them all', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  const numbers = Array.from({ length: 44 }, (_, at) => `N${String(at)}`);
  await look(page, 'Alt+6', ['GOOD', ...numbers].join('\n'));
  await expect(page.getByRole('row', { name: /GOOD.*Delivered/ })).toBeVisible(patient);
  await expect(page.getByText('not answered yet')).toBeHidden(patient);
  const sizes = told
    .asked()
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/trackings'))
    .map(({ body }) => (JSON.parse(body) as { TrackingNumbers: string[] }).TrackingNumbers.length);
  expect(sizes).toEqual([20, 20, 5]);
  // No language is chosen here, so the screens use that of the system.
  expect(told.asked().every(({ path }) => !path.startsWith('/v1/trackings') || path.includes('lang=en'))).toBe(true);
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+w');
  await expect(page.getByRole('tab', { name: /Watched\s+45/ })).toBeVisible(patient);
});

test('1,000 pasted numbers are accepted at once and looked up in 50 requests', async ({ desk, told }) => {
  const { page } = desk;
  await page.keyboard.press('Alt+6');
  await page.locator('textarea').focus();
  await pasteText(page, Array.from({ length: 1000 }, (_, at) => `M${String(at)}`).join('\n'));
  await page.locator('textarea').press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001');
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  const batches = () =>
    told
      .asked()
      .filter(({ method, path, body }) => method === 'POST' && path.startsWith('/v1/trackings') && body.includes('"M'));
  await expect.poll(() => batches().length, patient).toBe(50);
  await page.getByRole('grid').press('End');
  await expect(page.getByRole('row', { name: /M999/ })).toContainText('Not found', patient);
});

test('a late answer is shown when it arrives, and does not disturb typing', async ({ desk }) => {
  const { page } = desk;
  await look(page, 'Alt+6', 'LATE');
  await expect(panel(page).getByText('Checking with the service')).toBeVisible();
  await page.keyboard.press('Alt+n');
  await page.keyboard.type('typed meanwhile');
  await expect(page.locator('textarea')).toHaveValue('typed meanwhile');
  await expect(panel(page).getByText('Step 3')).toBeVisible(patient);
  await expect(page.locator('textarea')).toHaveValue('typed meanwhile');
});

test('strange, huge, empty and broken tracking answers do no harm', async ({ desk }) => {
  const { page } = desk;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await look(page, 'Alt+6', 'STRANGE');
  await expect(panel(page).getByText('AuDédouanement')).toBeVisible(patient);
  await expect(panel(page).getByText('Held', { exact: true })).toBeVisible();
  await expect(panel(page).getByText(/Unexpected answer in \d+ places/)).toBeVisible();
  await panel(page).locator('summary').press('Enter');
  await expect(panel(page).getByText('"Unheard"')).toBeVisible();
  await expect(panel(page).getByText('onerror=alert(1)')).toBeVisible();
  expect(await panel(page).locator('img').count()).toBe(0);

  await look(page, 'Alt+6', 'HUGE');
  await expect(panel(page).getByText('Events: 5,000')).toBeVisible(patient);
  expect(await page.getByRole('listitem').count()).toBeLessThan(400);
  await look(page, 'Alt+6', 'BARE');
  await expect(panel(page).getByText('lists no events').or(panel(page).getByText('does not know'))).toBeVisible(
    patient,
  );
  await look(page, 'Alt+6', 'BROKEN');
  await expect(panel(page).getByText('Nothing known yet')).toBeVisible(patient);
  expect(dialogs).toEqual([]);
});

test('tracking shows the answer of the service, and offline the same answer with its age', async ({ desk, told }) => {
  const { page } = desk;
  await look(page, 'Alt+6', 'GOOD');
  await expect(panel(page).getByText('Up to date, as of')).toBeVisible(patient);
  await expect(panel(page).getByText('900 400 004')).toBeVisible();
  await expect(panel(page).getByText('UTC+08:00').first()).toBeVisible();
  told.says(() => 'cut');
  await page.keyboard.press('Alt+t');
  await expect(panel(page).getByText('outdated')).toBeVisible(patient);
  await expect(panel(page).getByText('Step 1')).toBeVisible();
  await desk.close();
  const again = await desk.start();
  await again.evaluate(() => (location.hash = '#/tracking/GOOD'));
  await expect(panel(again).getByText('outdated')).toBeVisible(patient);
  await expect(panel(again).getByText('Step 1')).toBeVisible();
});

test('an order of another desk is found by its id, with exact costs, and is still shown offline', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  await look(page, 'Alt+9', 'THEIRS-1');
  await expect(panel(page).getByText('Not entered at this desk')).toBeVisible(patient);
  await expect(panel(page).getByRole('row', { name: 'Total 0.30 USD' })).toBeVisible();
  await expect(panel(page).getByText('the totals are incomplete')).toBeVisible();
  await expect(panel(page).getByText('HalfMade').first()).toBeVisible();
  await expect(panel(page).getByText('No such service')).toBeVisible();
  await expect(panel(page).getByRole('cell', { name: /differs from declared: 1,250/ })).toBeVisible();
  told.says(() => 'cut');
  await page.keyboard.press('Alt+t');
  await expect(panel(page).getByText('outdated')).toBeVisible(patient);
  await expect(panel(page).getByRole('row', { name: 'Total 0.30 USD' })).toBeVisible();
});
