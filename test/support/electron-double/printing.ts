import { app } from './app.ts';
import type { WebContentsPrintOptions } from 'electron';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

/**
 * Content of `print-dialog.json`, with which a test decides how the next print dialogs end. Without the file every
 * dialog prints.
 */
export interface PrintDialogSetup {
  /** Electron's failure reason; null: printed */
  reason: string | null;
  printers: { name: string }[];
}

const inUserData = (name: string) => join(app.getPath('userData'), name);

function readDialogSetup(): PrintDialogSetup {
  const path = inUserData('print-dialog.json');
  if (!existsSync(path)) return { reason: null, printers: [{ name: 'Label' }] };
  return JSON.parse(readFileSync(path, 'utf8')) as PrintDialogSetup;
}

export const testPrinters = () => readDialogSetup().printers;

/** Writes each print job as a PDF to the folder `printed`. Returns the reason if nothing was printed, or null. */
export async function printOrFail(page: Page | undefined, options: WebContentsPrintOptions): Promise<string | null> {
  const { reason } = readDialogSetup();
  if (reason !== null) return reason;
  const { margins, pageSize, silent, printBackground = false } = options;
  if (!page || silent || pageSize === undefined) return 'Invalid printer settings';
  const micrometresPerInch = 25_400;
  const pageMargin = margins?.marginType === 'none' ? 0 : '0.4in';
  const pdf = await page.pdf({
    ...(typeof pageSize === 'string'
      ? { format: pageSize }
      : { width: `${pageSize.width / micrometresPerInch}in`, height: `${pageSize.height / micrometresPerInch}in` }),
    printBackground,
    margin: { top: pageMargin, right: pageMargin, bottom: pageMargin, left: pageMargin },
  });
  mkdirSync(inUserData('printed'), { recursive: true });
  writeFileSync(inUserData(`printed/${readdirSync(inUserData('printed')).length + 1}.pdf`), pdf);
  return null;
}
