import type { Input } from '../../shared/contract/desk-contract.ts';
import { ask } from './ask.ts';
import { beginIn } from './type-order.ts';
import type { Page } from '@playwright/test';

/** A label order that the practice service accepts. */
export function labelOrder(PackageId: string, more: { Remark?: string; Contact?: string; Postcode?: string } = {}) {
  const { Remark, Contact = 'Zoë Åkesson', Postcode = '411 01' } = more;
  return {
    endpoint: 2,
    body: {
      ...(Remark !== undefined && { Remark }),
      Package: {
        PackageId,
        ServiceCode: 'SGP',
        Weight: 480,
        ShipToAddress: {
          Contact,
          Phone: '+46701234567',
          Country: 'SE',
          City: 'Göteborg',
          Postcode,
          Street1: 'Storgatan 1',
        },
        Skus: [
          { Sku: 'MUG-BLUE', Quantity: 2, DeclareNameEn: 'Mug', DeclareNameCn: '杯子', DeclareValue: 4.2, Weight: 300 },
        ],
      },
    },
  } satisfies Input<'entry.enqueue'>['request'];
}

/** Types a label order into the form by keyboard, without saving it; recipients differ, so that no two are similar. */
export async function typeLabelOrder(page: Page, PackageId: string): Promise<void> {
  await page.keyboard.press('F2');
  await fillLabelOrder(page, PackageId);
}

/** The same in an open form. */
export async function fillLabelOrder(page: Page, PackageId: string): Promise<void> {
  await beginIn(page, 'Package.PackageId');
  const texts = [
    PackageId,
    'SGP',
    '480',
    `Zoë ${PackageId.replaceAll('-', ' ')}`,
    '+46701234567',
    'SE',
    '',
    'Göteborg',
    '411 01',
    'Storgatan 1',
  ];
  // Goods the desk remembers would be filled in automatically, and Enter would skip their fields.
  const goods = [`MUG-${PackageId}`, '2', `Mug ${PackageId}`, '杯子', '4.2', '300'];
  for (const text of [...texts, ...goods]) {
    if (text !== '') await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  }
}

/** Number of entries in the outbox, in any state. */
export async function entriesIn(page: Page): Promise<number> {
  const { byState } = await ask(page, 'entries.counts', {});
  return Object.values(byState).reduce((sum, count) => sum + count, 0);
}
