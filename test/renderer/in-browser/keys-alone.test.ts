import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

describe('by keyboard alone', () => {
  it('a label order is entered and saved once even if Save is pressed again, and the cursor is ready for the next', async () => {
    const page = await screens.show('#/outbox');
    await page.keyboard.press('F2');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
    const type = async (...texts: string[]) => {
      for (const text of texts) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
    };
    await type('PKG-NEW-1', 'EXP-EU', '1250.5', '王小明', '+46 70 123', 'SE', '', 'Göteborg', '411 01', 'Storgatan 1');
    await type('MUG', '2', 'Mug', '杯子', '4.2', '300', '691110');
    await type('PEN', '1', 'Pen', '笔', '1', '20', '960810');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.locator('.saved').waitFor();
    await page.keyboard.press('Control+Enter');
    const sent = await callsOf<Record<string, unknown>>(page, 'entry.enqueue');
    expect(new Set(sent.map(({ commandId }) => commandId)).size).toBe(1);
    expect(sent[0]).toMatchObject({
      operator: 'Li Na',
      request: {
        endpoint: 2,
        body: {
          Package: {
            PackageId: 'PKG-NEW-1',
            Weight: 1250.5,
            ShipToAddress: { Contact: '王小明', Country: 'SE', City: 'Göteborg', Street1: 'Storgatan 1' },
            Skus: [
              { Sku: 'MUG', Quantity: 2, DeclareValue: 4.2 },
              { Sku: 'PEN', Quantity: 1 },
            ],
          },
        },
      },
    });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.PackageId');
    await page.context().close();
  });

  it('typed text survives a reload and Escape', async () => {
    const page = await screens.show('#/label-order');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
    await page.keyboard.type('PKG-HALF');
    await page.reload();
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => {
      const field = document.getElementById('field-Package.PackageId');
      return field instanceof HTMLInputElement && field.value === 'PKG-HALF';
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.waitForFunction(() => {
      const field = document.getElementById('field-Package.PackageId');
      return field instanceof HTMLInputElement && field.value === 'PKG-HALF';
    });
    await page.context().close();
  });

  it('a refused entry opens with the cursor in the field the service named', async () => {
    const page = await screens.show('#/outbox');
    await page.keyboard.press('F4');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.ShipToAddress.Phone');
    await page.keyboard.type('+81 3 1234');
    await page.keyboard.press('Control+Enter');
    await page.locator('.panel').waitFor();
    const [mended] = await callsOf<Record<string, unknown>>(page, 'entry.mend');
    expect(mended).toMatchObject({ request: { body: { Package: { ShipToAddress: { Phone: '+81 3 1234' } } } } });
    await page.context().close();
  });

  it('chosen entries are withdrawn together, possibly sent ones only after a decision', async () => {
    const page = await screens.show('#/outbox');
    await page.locator('[role=row] .key').nth(3).waitFor();
    await page.locator('[role=grid]').focus();
    for (const key of ['Home', 'Shift+End', 'Alt+Shift+W']) await page.keyboard.press(key);
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .warn').waitFor();
    await page.keyboard.press('Control+Enter');
    expect(await callsOf<Record<string, unknown>>(page, 'entry.withdraw')).toHaveLength(1);
    await page.locator('dialog input[type=checkbox]').press('Space');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const sent = await callsOf<Record<string, unknown>>(page, 'entry.withdraw');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ decided: true });
    await page.context().close();
  });

  it('a decision is asked for and may carry a reason', async () => {
    const page = await screens.show('#/outbox/e7');
    await page.locator('.panel dl').first().waitFor();
    await page.keyboard.press('Alt+j');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.type('Mrs Chen said so');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await callsOf<Record<string, unknown>>(page, 'entry.decide')).toMatchObject([
      { id: 'e7', decision: 'taken', why: 'Mrs Chen said so' },
    ]);
    await page.context().close();
  });

  it('markup in an answer of the service is shown as text', async () => {
    const page = await screens.show('#/outbox/e13');
    await page.locator('.panel details').first().waitFor();
    expect(await page.locator('.panel b, .panel script').count()).toBe(0);
    expect(await page.locator('.panel').innerText()).toContain('<b>country</b>');
    await page.context().close();
  });
});
