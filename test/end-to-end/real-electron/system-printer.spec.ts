import { codesOn, picturesOf } from '../../labels/read-page.ts';
import { hasCups, startCups, type Cups } from '../../support/cups.ts';
import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { labelOrder } from '../label-order.ts';
import { createServer, type AddressInfo } from 'node:net';

const patient = { timeout: 60_000 };
const keys = ['SILENT-1', 'SILENT-2', 'SILENT-3'];

// The queue of the system leads here; each connection is a job.
const jobs: Buffer[] = [];
const printer = createServer((socket) => {
  const parts: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (part) => parts.push(part)).on('end', () => jobs.push(Buffer.concat(parts)));
});
let cups: Cups | undefined;
const before = process.env['CUPS_SERVER'];

test.skip(!hasCups(), 'this machine has no CUPS that a test may start');
test.beforeAll(async () => {
  if (!hasCups()) return;
  await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
  cups = await startCups();
  cups.addQueue('Label_4x6', `socket://127.0.0.1:${(printer.address() as AddressInfo).port}`, 'raw');
  process.env['CUPS_SERVER'] = cups.server;
});
test.afterAll(async () => {
  if (before === undefined) delete process.env['CUPS_SERVER'];
  else process.env['CUPS_SERVER'] = before;
  await cups?.stop();
  printer.close();
});

/** The page box of a PDF in points (1/72 inch). */
function mediaBox(pdf: Buffer): number[] {
  const [, text = ''] = /\/MediaBox\s*\[([^\]]*)\]/.exec(pdf.toString('latin1')) ?? [];
  return text.trim().split(/\s+/).map(Number);
}

test('labels go to a system printer without a dialog, each on a page of the label size, and stay unconfirmed until a person answers', async ({
  desk,
}) => {
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
  const { printers } = await ask(page, 'printers.find', {});
  const found = printers.find(({ place }) => place === 'system');
  expect(found).toMatchObject({ address: 'system:Label_4x6' });
  await ask(page, 'printers.add', {
    commandId: 'add system',
    name: 'Desk 1',
    address: found?.address ?? '',
    size: '4x6',
  });
  for (const key of keys)
    await ask(page, 'entry.enqueue', { commandId: `command ${key}`, request: labelOrder(key), operator: '' });
  await expect.poll(async () => (await ask(page, 'labels.counts', {})).ready, patient).toBe(keys.length);

  await page.reload();
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('Alt+4');
  const list = page.getByRole('grid');
  await expect(list).toHaveAttribute('aria-rowcount', String(keys.length + 1), patient);
  await list.press('Control+a');
  await expect(page.getByRole('button', { name: /^Print 3 labels/ })).toBeEnabled();
  await page.keyboard.press('F8');
  await expect.poll(() => jobs.length, { timeout: 120_000 }).toBe(keys.length);

  const read: string[] = [];
  for (const job of jobs) {
    expect(job.toString('latin1', 0, 5)).toBe('%PDF-');
    const [left, bottom, width, height] = mediaBox(job);
    expect([left, bottom]).toEqual([0, 0]);
    expect([width, height].map((points) => Math.round(((points ?? 0) / 72) * 254) / 10)).toEqual([101.6, 152.4]);
    const pages = [];
    for await (const picture of picturesOf(Uint8Array.from(job), { width: 813, height: 1219 })) pages.push(picture);
    expect(pages).toHaveLength(1);
    read.push(...(await codesOn(pages[0]!)).qr);
  }
  expect(read).toEqual(keys);
  // The system accepted them; what is on paper, a person must confirm.
  await expect(page.getByText('Which is the last good label?')).toBeVisible(patient);
  const [open] = (await ask(page, 'print.jobs', {})).jobs;
  expect(open).toMatchObject({ state: 'held', heldFor: 'asks', labels: { unconfirmed: 3, 'on-paper': 0 } });
  await page.keyboard.press('Alt+j');
  await expect.poll(() => ask(page, 'labels.counts', {}), patient).toMatchObject({ ready: 0, printed: 3 });
});
