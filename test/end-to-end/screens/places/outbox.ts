import { ask } from '../../ask.ts';
import { labelOrder } from '../../label-order.ts';
import { capture } from './filling.ts';
import type { Area, Place } from './place.ts';
import { at, dialog, entryOf, openEntry, patient } from './ways.ts';
import { randomUUID } from 'node:crypto';

const panel = (key: string): Place => ({
  name: `the entry ${key}`,
  screen: 'outbox',
  async go(page) {
    await openEntry(page, key);
    const folded = page.locator('.panel details:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().press('Enter');
  },
});

/** The list, actions on several entries, and each entry with its history; on a desk filled by `ordersAgain`. */
export const outbox: Area = {
  name: 'the outbox',
  async fill(page) {
    await capture(page, 'DRAFT-1', { draft: true });
    const { id } = await entryOf(page, 'GOOD-1');
    await ask(page, 'entry.replace', { commandId: randomUUID(), id, request: labelOrder('NEW-1'), operator: 'Mia' });
  },
  places: [
    {
      name: 'the list',
      screen: 'outbox',
      async go(page) {
        await at(page, '#/outbox');
        await page.getByRole('grid').getByText('BAD-1').waitFor();
      },
    },
    {
      name: 'several selected',
      screen: 'outbox',
      async go(page) {
        await page.getByRole('grid').press('Control+a');
        await page.getByRole('group').first().waitFor();
      },
    },
    {
      name: 'withdraw several',
      screen: 'outbox',
      dialog: 'WithdrawDialog',
      go: (page) => dialog(page, 'Alt+Shift+W'),
    },
    { name: 'set a field', screen: 'outbox', dialog: 'SetFieldDialog', go: (page) => dialog(page, 'Alt+Shift+M') },
    {
      name: 'filters',
      screen: 'outbox',
      go: (page) => page.keyboard.press('Alt+i'),
    },
    { name: 'views', screen: 'outbox', dialog: 'SavedViewsDialog', go: (page) => dialog(page, 'Alt+q') },
    { name: 'export', screen: 'outbox', dialog: 'ExportDialog', go: (page) => dialog(page, 'Alt+Shift+E') },
    panel('LOST-1'),
    { name: 'more actions', screen: 'outbox', dialog: 'MoreActionsDialog', go: (page) => dialog(page, 'Alt+e') },
    { name: 'decide', screen: 'outbox', dialog: 'ConfirmationDialog', go: (page) => dialog(page, 'Alt+j') },
    ...['BAD-1', 'GOOD-1', 'NEW-1', 'HELD-1', 'DRAFT-1'].map(panel),
    {
      name: 'search results',
      screen: 'outbox',
      async go(page) {
        await page.keyboard.press('F3');
        await page.keyboard.type('zo');
        await page.locator('[role=search] [role=option]').first().waitFor(patient);
      },
    },
    {
      name: 'the day of their capture',
      screen: 'today',
      async go(page) {
        await at(page, '#/today');
        await page.getByRole('link', { name: /BAD-1/ }).first().waitFor();
      },
    },
    {
      name: 'the close of that day',
      screen: 'close',
      async go(page) {
        await at(page, '#/close');
        await page.getByText('Totals match.').waitFor();
      },
    },
  ],
};
