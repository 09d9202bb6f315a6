import type { FakeDesk } from '../../support/fake-desk.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const fake = <T>(page: Page, act: (fake: FakeDesk) => T) =>
  page.evaluate<Awaited<T>>(`(${act.toString()})(window.fake)`);
/** Leaves every later request to the service unanswered. */
const silence = (page: Page) =>
  fake(page, (desk) => {
    const call = desk.call.bind(desk);
    desk.call = (name, input) =>
      (input as { mode?: string }).mode === 'fresh' ? new Promise(() => {}) : call(name, input);
  });
const field = (page: Page) => page.locator('textarea').first();
async function enter(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}
const panel = (page: Page) => page.locator('.panel');

describe('tracking', { timeout: 60_000 }, () => {
  it('requests 1,000 pasted numbers in one call and renders those in view', async () => {
    const page = await screens.show('#/tracking');
    const numbers = Array.from({ length: 1000 }, (_, at) => `LX${String(at)}CN`);
    await enter(page, `${numbers.slice(0, 500).join('\n')};${numbers.slice(500).join(',')}\nLX0CN`);
    await page.getByRole('tab', { name: /Looked up\s+1,000/ }).waitFor();
    const asked = await fake(page, (desk) =>
      desk.calls.filter(({ input }) => (input as { mode?: string }).mode === 'fresh').map(({ input }) => input),
    );
    expect(asked).toEqual([{ numbers, mode: 'fresh' }]);
    await page.getByRole('gridcell', { name: 'LX0CN' }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.context().close();
  });

  it('accepts scans and typing while the service does not answer', async () => {
    const page = await screens.show('#/tracking');
    await silence(page);
    await enter(page, 'LX1CN');
    await page.getByText('checking again').waitFor();
    await page.keyboard.press('Alt+n');
    await page.keyboard.type('LX2CN\nLX3CN\nLX4');
    expect(await field(page).inputValue()).toBe('LX4');
    await page.getByRole('tab', { name: /Looked up\s+3/ }).waitFor();
    await page.context().close();
  });

  it('does not request a number again once its panel is closed, even if an event of it was pending', async () => {
    const page = await screens.show('#/tracking/LX1CN');
    await panel(page).getByRole('heading', { name: 'LX1CN' }).waitFor();
    const later = await fake(page, (desk) => {
      // The first event causes a request immediately, the second after a delay.
      for (let times = 0; times < 2; times++) desk.emit({ kind: 'lookup', about: 'tracked', subjects: 'many' });
      return desk.calls.length;
    });
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    // Measured on the page's own clock, on which that delay ends first.
    await page.evaluate(() => new Promise((over) => setTimeout(over, 500)));
    const asked = await fake(page, ({ calls }) => calls.map(({ name }) => name));
    expect(asked.slice(later)).not.toContain('lookups.parcel');
    await page.context().close();
  });

  it('renders 5,000 checkpoints as they scroll into view', async () => {
    const page = await screens.show('#/tracking/HUGE-5000');
    await panel(page).getByText('Events: 5,000').waitFor();
    expect(await page.getByRole('listitem').count()).toBeLessThan(400);
    for (let at = 0; at < 40; at++) {
      await panel(page).evaluate((node) => node.scrollTo(0, node.scrollHeight));
      if ((await page.locator('[aria-posinset="5000"]').count()) > 0) break;
      await page.waitForTimeout(50);
    }
    await page.locator('[aria-posinset="5000"]').waitFor();
    expect(await page.locator('[aria-posinset]').count()).toBeLessThan(400);
    await page.context().close();
  });

  it('shows unexpected values as text with their JSON paths, and the full response verbatim', async () => {
    const page = await screens.show('#/tracking/STRANGE-1');
    await panel(page).getByText('Zwischenlager<script>').waitFor();
    await panel(page).getByText('<b onclick="alert(1)">شحنة 0</b>').waitFor();
    await panel(page).getByText('$.Checkpoints[2].DateTime').waitFor();
    await panel(page).locator('summary').press('Enter');
    await panel(page).getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await panel(page).locator('img, b, script').count()).toBe(0);
    await page.context().close();
  });

  it('shows each checkpoint in its local time, and in that of the desk if it differs', async () => {
    const page = await screens.show('#/tracking/LX1CN');
    const points = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem');
    await points.nth(3).getByText('UTC−03:30').waitFor();
    await points.nth(1).getByText('Europe/Madrid, UTC+01:00').waitFor();
    await points
      .nth(2)
      .getByText(/^local /)
      .waitFor();
    await page.context().close();
  });

  it('shows that an answer is stale and why, and requests it again automatically when the service is back', async () => {
    const page = await screens.show('#/tracking/OLD-1');
    await panel(page).getByText('As of 2 days ago, outdated').waitFor();
    await panel(page).getByText('cannot be reached now').waitFor();
    const fresh = () =>
      fake(page, (desk) => desk.calls.filter(({ input }) => (input as { mode?: string }).mode === 'fresh').length);
    const before = await fresh();
    await fake(page, (desk) => {
      desk.emit({ kind: 'sync', status: { ...desk.sync, connection: 'offline' } });
      desk.emit({ kind: 'sync', status: desk.sync });
    });
    await expect.poll(fresh).toBe(before + 1);
    await page.context().close();
  });

  it('watches and forgets numbers by keys, and lists stalled ones with their duration', async () => {
    const page = await screens.show('#/tracking');
    await enter(page, 'DONE-1,OLD-2,LX3CN');
    await page.getByRole('gridcell', { name: 'LX3CN' }).waitFor();
    await page.getByRole('grid').press('Control+a');
    await page.keyboard.press('Alt+w');
    await page.getByRole('tab', { name: /Watched\s+3/ }).waitFor();
    for (const tab of ['Watched', 'Moving', 'No movement']) {
      await page.keyboard.press('Alt+ArrowRight');
      await page.getByRole('tab', { name: new RegExp(tab), selected: true }).waitFor();
    }
    await page.getByRole('gridcell', { name: 'OLD-2' }).waitFor();
    await page.getByRole('gridcell', { name: '12 days' }).waitFor();
    await page.getByRole('grid').press('ArrowDown');
    await page.keyboard.press('Alt+x');
    await page.getByRole('tab', { name: /Watched\s+2/ }).waitFor();
    await page.context().close();
  });
});

describe('orders', { timeout: 60_000 }, () => {
  it('show exact totals per currency and report unreadable amounts', async () => {
    const page = await screens.show('#/orders');
    await enter(page, 'INBOUND-1');
    await panel(page).getByRole('row', { name: 'Total 0.30 USD' }).waitFor();
    await panel(page).getByRole('row', { name: 'Total 12 JPY' }).waitFor();
    await panel(page).getByText('the totals are incomplete').waitFor();
    await panel(page).getByRole('cell', { name: 'differs from declared: 1,250 g' }).waitFor();
    await panel(page).getByRole('cell', { name: 'differs from sent: 39' }).waitFor();
    await panel(page).getByText('Not entered at this desk').waitFor();
    await panel(page).getByRole('heading', { name: 'Events: 6' }).waitFor();
    await panel(page).getByRole('heading', { name: 'Events of TEE,RED: 2' }).waitFor();
    expect(await panel(page).getByRole('listitem').filter({ hasText: 'Left the sorting centre' }).count()).toBe(8);
    await panel(page).locator('summary').press('Enter');
    await panel(page).getByText('"Unheard"').waitFor();
    await page.context().close();
  });

  it('have the name of their kind in the list and in the panel if they are of this desk', async () => {
    const page = await screens.show('#/orders');
    await enter(page, 'OURS-1,DONE-1');
    await page.getByRole('gridcell', { name: 'Label order', exact: true }).waitFor();
    await page.evaluate(() => (location.hash = '#/orders/OURS-1'));
    await panel(page).getByText('Label order', { exact: true }).waitFor();
    await page.context().close();
  });

  it('show why one failed, and which kinds were queried for an unknown one', async () => {
    const page = await screens.show('#/orders/FAILED-1');
    await panel(page).getByText('Postcode <b>00000</b> is not served').waitFor();
    await page.evaluate(() => (location.hash = '#/orders/GONE-1'));
    await panel(page).getByText('Not found as: Drop-ship, label or FBA order; Box order').waitFor();
    await page.context().close();
  });

  it('are not shown as unknown if the service could not be asked', async () => {
    const page = await screens.show('#/orders');
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as { fake: FakeDesk };
      const why = { kind: 'offline' as const, message: 'The service cannot be reached.' };
      const look = fake.handlers['orders.look'];
      fake.handlers['orders.look'] = (input) => {
        const answer = look?.(input);
        if (!answer?.ok) return answer ?? { ok: true, value: { orders: [] } };
        return { ok: true, value: { orders: answer.value.orders.map((one) => ({ ...one, why })) } };
      };
      location.hash = '#/orders/GONE-2';
    });
    await panel(page).getByText('This is looked up as soon as possible').waitFor();
    expect(await panel(page).getByText('Not found as').count()).toBe(0);
    await page.context().close();
  });
});

describe('SKUs', { timeout: 60_000 }, () => {
  it('from a search that was cleared before the answer are not shown', async () => {
    const page = await screens.show('#/skus');
    await fake(page, (desk) => {
      const call = desk.call.bind(desk);
      const opened = new Promise<void>((open) => Reflect.set(window, 'answerNow', open));
      desk.call = async (name, input) => {
        if (name === 'skus.find') await opened;
        const answer = await call(name, input);
        if (name === 'skus.find') setTimeout(() => Reflect.set(window, 'answered', true), 50);
        return answer;
      };
    });
    await enter(page, 'MUG-1');
    await page.keyboard.press('Alt+Shift+Backspace');
    await page.evaluate(() => (Reflect.get(window, 'answerNow') as () => void)());
    await page.waitForFunction(() => Reflect.get(window, 'answered') as boolean);
    expect(await page.getByRole('grid').count()).toBe(0);
    await page.context().close();
  });
});

describe('from the outbox', { timeout: 60_000 }, () => {
  it('keys open the tracking and the order of an entry, and track all chosen entries', async () => {
    const page = await screens.show('#/outbox');
    const done = await fake(page, async (desk) => {
      const found = await desk.call('entries.seqs', { list: 'done' });
      const rows = await desk.call('entries.rows', { seqs: found.ok ? found.value.seqs : [] });
      return rows.ok ? rows.value.rows.filter(({ trackingNumber }) => trackingNumber !== null) : [];
    });
    const [entry] = done;
    await page.evaluate((id) => (location.hash = `#/outbox/${id}`), entry?.id ?? '');
    await panel(page)
      .getByText(entry?.trackingNumber ?? '?')
      .first()
      .waitFor();
    await page.keyboard.press('Alt+f');
    await page.getByRole('heading', { name: entry?.trackingNumber ?? '?' }).waitFor();
    await page.evaluate((id) => (location.hash = `#/outbox/${id}`), entry?.id ?? '');
    await panel(page)
      .getByText(entry?.trackingNumber ?? '?')
      .first()
      .waitFor();
    await page.keyboard.press('Alt+d');
    await page.getByRole('heading', { name: entry?.key ?? '?' }).waitFor();
    await page.evaluate(() => (location.hash = '#/outbox'));
    await page.getByRole('grid').press('Control+a');
    await page.keyboard.press('Alt+Shift+P');
    await page.getByRole('heading', { name: 'Tracking' }).waitFor();
    await page
      .getByRole('gridcell', { name: entry?.trackingNumber ?? '?' })
      .first()
      .waitFor();
    await page.context().close();
  });
});
