import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import type { ListedPrinter } from '../../../shared/contract/printer-procedures.ts';
import { fakePrinter, lastSentLabel } from '../../support/fake-printing.ts';
import { openScreens, type Screens, type DisplayOptions } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';

let screens: Screens;
/** Opens the screens for the tests of one file; several files in a process share this module. */
export function openForAll(): void {
  beforeAll(async () => {
    screens = await openScreens();
  }, 120_000);
  afterAll(() => screens.close());
}

/** A screen of a desk with these print jobs and printers. */
export async function show(
  address: string,
  jobs: PrintJob[],
  as: Partial<DisplayOptions> = {},
  printers: ListedPrinter[] = [fakePrinter],
): Promise<Page> {
  const page = await screens.show('#/outbox', as);
  await page.evaluate(
    ([jobs, printers, last]) => {
      const { fake } = globalThis as unknown as {
        fake: { handlers: Record<string, unknown>; emit: (event: unknown) => void };
      };
      const { handlers } = fake;
      const ok = (value: unknown) => () => ({ ok: true, value });
      let now = jobs;
      handlers['print.jobs'] = () => ({ ok: true, value: { jobs: now } });
      handlers['print.job'] = ok({ job: jobs[0], labels: [last] });
      handlers['printers.list'] = ok({ printers, chosen: { '100x150': printers[0]?.name } });
      handlers['print.start'] = ok({ job: 'j2', printer: 'Desk 1', labels: 1, problems: [] });
      handlers['print.follow'] = ok({ job: 'j3', printer: 'Desk 1', labels: 1, problems: [] });
      handlers['print.way'] = ok({
        comes: true,
        list: null,
        number: null,
        stale: null,
        provisionalOut: false,
        label: null,
      });
      for (const name of ['print.begin', 'print.stop', 'print.again', 'print.pass']) handlers[name] = ok(jobs[0]);
      handlers['print.cancel'] = ok({ job: jobs[0], cancelled: 3, out: [], unconfirmed: [] });
      handlers['print.answer'] = () => {
        now = [];
        return { ok: true, value: { onPaper: 1, waiting: 0, job: jobs[0] } };
      };
      handlers['printers.tested'] = ok(printers[0]);
      fake.emit({ kind: 'print' });
    },
    [jobs, printers, lastSentLabel] as const,
  );
  await page.evaluate((hash) => (location.hash = hash), address);
  return page;
}
