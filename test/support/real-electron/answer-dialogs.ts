import type { ElectronApplication } from 'playwright';

/**
 * Answers system dialogs, which tests cannot reach, as a user would. Files are saved to `downloads`. The print dialog
 * ends as `print-dialog.json` says (see `PrintDialogSetup`); each job is saved as a PDF to `printed`, rendered by
 * Electron from the window that was printed. The question whether to close the desk with orders waiting is answered
 * with yes.
 */
export async function answerDialogsAsUser(electron: ElectronApplication, userData: string): Promise<void> {
  for (let retriesLeft = 5; ; retriesLeft -= 1)
    try {
      return await installAnswers(electron, userData);
    } catch (error) {
      if (retriesLeft === 0 || !isCollectedResult(error)) throw error;
    }
}

/**
 * While Electron starts, its debugger references the promise of a result only weakly and may collect it before the
 * result is delivered. The call itself was executed.
 */
const isCollectedResult = (error: unknown): boolean => String(error).includes('promise was garbage collected');

const installAnswers = (electron: ElectronApplication, userData: string): Promise<void> =>
  electron.evaluate(({ app, dialog, session }, userData) => {
    if (Reflect.has(globalThis, 'standsIn')) return;
    Reflect.set(globalThis, 'standsIn', true);
    const { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } =
      process.getBuiltinModule('node:fs');
    const { join } = process.getBuiltinModule('node:path');
    const inUserData = (name: string) => join(userData, name);

    session.defaultSession.on('will-download', (_event, item) => {
      mkdirSync(inUserData('downloads'), { recursive: true });
      const partialPath = inUserData(`${item.getFilename()}.part`);
      item.setSavePath(partialPath);
      // A test that watches the folder must see complete files only.
      item.once('done', (_event, state) => {
        if (state === 'completed') renameSync(partialPath, inUserData(`downloads/${item.getFilename()}`));
      });
    });

    const showRealMessageBox = dialog.showMessageBox.bind(dialog) as (
      ...args: unknown[]
    ) => Promise<Electron.MessageBoxReturnValue>;
    dialog.showMessageBox = (...args: unknown[]) => {
      const { buttons = [] } = args.at(-1) as Electron.MessageBoxOptions;
      const asksToClose = ['Close', '关闭'].includes(buttons[0] ?? '');
      return asksToClose ? Promise.resolve({ response: 0, checkboxChecked: false }) : showRealMessageBox(...args);
    };

    // A test with its own CUPS queue prints on that.
    if (process.env['CUPS_SERVER'] !== undefined) return;
    app.on('web-contents-created', (_event, contents) => {
      const dialog = () =>
        existsSync(inUserData('print-dialog.json'))
          ? (JSON.parse(readFileSync(inUserData('print-dialog.json'), 'utf8')) as {
              reason: string | null;
              printers: Electron.PrinterInfo[];
            })
          : { reason: null, printers: [{ name: 'Label' } as Electron.PrinterInfo] };
      contents.getPrintersAsync = () => Promise.resolve(dialog().printers);
      contents.print = (options = {}, callback) => {
        const { reason } = dialog();
        if (reason !== null) return callback?.(false, reason);
        const { margins, pageSize, printBackground = false } = options;
        const micrometresPerInch = 25_400;
        void contents
          .printToPDF({
            printBackground,
            pageSize:
              typeof pageSize === 'object'
                ? { width: pageSize.width / micrometresPerInch, height: pageSize.height / micrometresPerInch }
                : (pageSize ?? 'A4'),
            ...(margins?.marginType === 'none' && { margins: { top: 0, bottom: 0, left: 0, right: 0 } }),
          })
          .then((pdf) => {
            mkdirSync(inUserData('printed'), { recursive: true });
            writeFileSync(inUserData(`printed/${String(readdirSync(inUserData('printed')).length + 1)}.pdf`), pdf);
            callback?.(true, '');
          });
      };
    });
  }, userData);
