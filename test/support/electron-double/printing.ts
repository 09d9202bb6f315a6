import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebContentsPrintOptions } from 'electron';
import type { Page } from 'playwright';
import { app } from './app.ts';

/** What a test lays down as `print-dialog.json`: how the next dialogs end. Without it a printer takes all. */
export interface DialogOfTest {
  /** as Electron calls it when it did not print; null: printed */
  reason: string | null;
  printers: { name: string }[];
}

const inFolder = (name: string) => join(app.getPath('userData'), name);

function dialogOfTest(): DialogOfTest {
  const path = inFolder('print-dialog.json');
  if (!existsSync(path)) return { reason: null, printers: [{ name: 'Label' }] };
  return JSON.parse(readFileSync(path, 'utf8')) as DialogOfTest;
}

export const printersOfTest = () => dialogOfTest().printers;

/** What comes out of the printer lies in `printed`, a PDF each. Why nothing did, or null. */
export async function answerDialog(page: Page | undefined, options: WebContentsPrintOptions): Promise<string | null> {
  const { reason } = dialogOfTest();
  if (reason !== null) return reason;
  const { margins, pageSize, silent, printBackground = false } = options;
  if (!page || silent || pageSize === undefined) return 'Invalid printer settings';
  const inch = 25_400;
  const edge = margins?.marginType === 'none' ? 0 : '0.4in';
  const paper = await page.pdf({
    ...(typeof pageSize === 'string'
      ? { format: pageSize }
      : { width: `${pageSize.width / inch}in`, height: `${pageSize.height / inch}in` }),
    printBackground,
    margin: { top: edge, right: edge, bottom: edge, left: edge },
  });
  mkdirSync(inFolder('printed'), { recursive: true });
  writeFileSync(inFolder(`printed/${readdirSync(inFolder('printed')).length + 1}.pdf`), paper);
  return null;
}
