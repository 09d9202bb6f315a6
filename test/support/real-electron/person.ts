import type { ElectronApplication } from 'playwright';

/**
 * Acts as the user for system dialogs, which tests cannot reach. Files are saved to `downloads`. The print dialog ends
 * as `print-dialog.json` says (see `DialogOfTest`); printed pages are saved to `printed`, one PDF per job, rendered by
 * Electron from the very window that was printed. The question whether to close the desk with orders waiting is
 * answered with yes.
 */
export async function actAsPerson(electron: ElectronApplication, userData: string): Promise<void> {
  for (let left = 5; ; left -= 1)
    try {
      return await standInOnce(electron, userData);
    } catch (error) {
      if (left === 0 || !isForgotten(error)) throw error;
    }
}

/**
 * While Electron starts, its debugger holds the promise of a result only weakly and may collect it before it is
 * delivered; the call itself was executed.
 */
const isForgotten = (error: unknown): boolean => String(error).includes('promise was garbage collected');

const standInOnce = (electron: ElectronApplication, userData: string): Promise<void> =>
  electron.evaluate(({ app, dialog, session }, userData) => {
    if (Reflect.has(globalThis, 'standsIn')) return;
    Reflect.set(globalThis, 'standsIn', true);
    const { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } =
      process.getBuiltinModule('node:fs');
    const { join } = process.getBuiltinModule('node:path');
    const within = (name: string) => join(userData, name);

    session.defaultSession.on('will-download', (_event, item) => {
      mkdirSync(within('downloads'), { recursive: true });
      const part = within(`${item.getFilename()}.part`);
      item.setSavePath(part);
      // A test that watches the folder must see complete files only.
      item.once('done', (_event, state) => {
        if (state === 'completed') renameSync(part, within(`downloads/${item.getFilename()}`));
      });
    });

    const inPerson = dialog.showMessageBox.bind(dialog) as (
      ...given: unknown[]
    ) => Promise<Electron.MessageBoxReturnValue>;
    dialog.showMessageBox = (...given: unknown[]) => {
      const { buttons = [] } = given.at(-1) as Electron.MessageBoxOptions;
      const closes = ['Close', '关闭'].includes(buttons[0] ?? '');
      return closes ? Promise.resolve({ response: 0, checkboxChecked: false }) : inPerson(...given);
    };

    // A test with its own CUPS queue prints on that.
    if (process.env['CUPS_SERVER'] !== undefined) return;
    app.on('web-contents-created', (_event, contents) => {
      const dialog = () =>
        existsSync(within('print-dialog.json'))
          ? (JSON.parse(readFileSync(within('print-dialog.json'), 'utf8')) as {
              reason: string | null;
              printers: Electron.PrinterInfo[];
            })
          : { reason: null, printers: [{ name: 'Label' } as Electron.PrinterInfo] };
      contents.getPrintersAsync = () => Promise.resolve(dialog().printers);
      contents.print = (options = {}, answered) => {
        const { reason } = dialog();
        if (reason !== null) return answered?.(false, reason);
        const { margins, pageSize, printBackground = false } = options;
        const micrometres = 25_400;
        void contents
          .printToPDF({
            printBackground,
            pageSize:
              typeof pageSize === 'object'
                ? { width: pageSize.width / micrometres, height: pageSize.height / micrometres }
                : (pageSize ?? 'A4'),
            ...(margins?.marginType === 'none' && { margins: { top: 0, bottom: 0, left: 0, right: 0 } }),
          })
          .then((paper) => {
            mkdirSync(within('printed'), { recursive: true });
            writeFileSync(within(`printed/${String(readdirSync(within('printed')).length + 1)}.pdf`), paper);
            answered?.(true, '');
          });
      };
    });
  }, userData);
