import type { Page } from '@playwright/test';
import type { Input } from '../../shared/contract/desk-contract.ts';
import { ask } from './ask.ts';
import { beginIn } from './type-order.ts';

/** A label order the practice service takes. */
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

/** Types a label order into the form, by keyboard alone, up to the press that saves it; each to someone else, so that none looks like another. */
export async function typeLabelOrder(page: Page, PackageId: string): Promise<void> {
  await page.keyboard.press('F2');
  await fillLabelOrder(page, PackageId);
}

/** The same in a form that is open. */
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
  // goods the desk remembers would be filled in by themselves, and Enter would go past them
  const goods = [`MUG-${PackageId}`, '2', `Mug ${PackageId}`, '杯子', '4.2', '300'];
  for (const text of [...texts, ...goods]) {
    if (text !== '') await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  }
}

/** How many entries the outbox has, in whatever state. */
export async function entriesIn(page: Page): Promise<number> {
  const { byState } = await ask(page, 'entries.counts', {});
  return Object.values(byState).reduce((sum, count) => sum + count, 0);
}
