import { app } from './app.ts';
import type { WebContentsPrintOptions } from 'electron';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

/**
 * Content of `print-dialog.json`, in which a test sets how the next dialogs end. Without the file every dialog prints.
 */
export interface DialogOfTest {
  /** Electron's failure reason; null: printed */
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

/** Writes what is printed as one PDF per job to `printed`. Returns why nothing was printed, or null. */
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
