import type { Output } from '../../../../shared/contract/desk-contract.ts';
import { scanFindings, scannedJob } from '../../../support/fake-printing.ts';
import { ask } from '../../ask.ts';
import { made } from './filling.ts';
import type { Area, Place } from './place.ts';
import { dialog, entryOf, patient, toSettings } from './ways.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const printers: Output<'printers.list'> = {
  chosen: { '100x150': 'Desk 1' },
  printers: ['Desk 1', 'The one by the door'].map((name) => ({
    name,
    address: 'socket://192.0.2.17:9100',
    way: 'raw',
    size: '100x150',
    dpi: 203,
    packing: 'z64',
    reprints: false,
    channel: null,
    id: null,
    completedIsPaper: false,
    raster: null,
    certificate: null,
    model: 'ZD421-203dpi ZPL',
    testedAt: null,
    awaitsScan: true,
    printing: false,
  })),
};
const job: Output<'print.jobs'>['jobs'][number] = {
  id: 'job-1',
  printer: 'Desk 1',
  operator: 'Mia',
  createdAt: 0,
  state: 'held',
  heldFor: 'asks',
  labels: { waiting: 4, 'handed-over': 0, 'on-paper': 2, failed: 1, unconfirmed: 1, cancelled: 0 },
  coming: null,
  scans: null,
  mayPrintLater: [],
  leftInPrinter: [],
  prints: false,
  fault: null,
  problem: null,
};

/** Answers with these printers and jobs from now on, since the test machine has none. */
async function tell(page: Page): Promise<void> {
  const { id, key } = await entryOf(page, 'GOOD-3');
  const last: Output<'print.job'>['labels'][number] = {
    seq: 1,
    place: 3,
    id,
    key,
    copy: 1,
    reason: null,
    state: 'unconfirmed',
    number: 'S-GOOD-3',
    proof: null,
    fault: null,
  };
  const answers = {
    'printers.list': printers,
    'print.jobs': { jobs: [job, scannedJob] },
    'print.job': { job, labels: [last] },
    'print.scans': scanFindings,
  };
  for (const [name, value] of Object.entries(answers))
    await page.route(`**/rpc/${name}`, (route) => route.fulfill({ json: { ok: true, value } }));
  await page.reload();
  await page.locator('h1').first().waitFor();
}

async function toLabels(page: Page): Promise<void> {
  await page.keyboard.press('Alt+4');
  await page.getByRole('heading', { name: 'Print jobs' }).waitFor(patient);
}

const onLabels = (name: string, keys: string): Place => ({
  name,
  screen: 'labels',
  dialog: 'PrintJobs',
  async go(page) {
    await toLabels(page);
    await dialog(page, keys);
  },
});

/** Label printers of the desk, and the questions of their jobs. */
export const labelPrinters: Area = {
  name: 'label printers',
  async fill(page) {
    await made(page, 'GOOD-3');
    const { id } = await entryOf(page, 'GOOD-3');
    await ask(page, 'labels.printed', { commandId: randomUUID(), ids: [id] });
    await tell(page);
  },
  places: [
    { name: 'a job that asks', screen: 'labels', go: toLabels },
    onLabels('which label was the last', 'Alt+a'),
    onLabels('another printer', 'Alt+m'),
    onLabels('cancel a job', 'Alt+Shift+Q'),
    { ...onLabels('results of scan confirmation', 'Alt+x'), dialog: 'ScanConfirmation' },
    {
      name: 'reprint a label',
      screen: 'labels',
      dialog: 'ReasonDialog',
      async go(page) {
        await toLabels(page);
        await page.getByRole('tab', { name: /^Printed/ }).click();
        await page.getByRole('grid').getByText('GOOD-3').waitFor(patient);
        await page.getByRole('grid').press('Home');
        await page.getByRole('button', { name: /^Print 1 label/ }).waitFor(patient);
        await dialog(page, 'F8');
      },
    },
    {
      name: 'label printers',
      screen: 'settings',
      async go(page) {
        await toSettings(page, 'printers');
        await page.getByText('The one by the door').waitFor();
      },
    },
    {
      name: 'remove a printer',
      screen: 'settings',
      dialog: 'PrintersSection',
      go: (page) => dialog(page, 'Alt+Shift+V'),
    },
  ],
};
