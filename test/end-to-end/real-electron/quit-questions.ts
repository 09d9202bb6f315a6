import type { ElectronApplication } from '@playwright/test';

/** Keeps each question open until `answer` answers it as a person would. */
export const watchQuestions = (electron: ElectronApplication) =>
  electron.evaluate(({ dialog }) => {
    const asked: { message: string; buttons: string[]; isAway: boolean; answer: (response: number) => void }[] = [];
    Reflect.set(globalThis, 'askedToQuit', asked);
    dialog.showMessageBox = (...given: unknown[]) =>
      new Promise((resolve) => {
        const { message, buttons, signal } = given.at(-1) as Electron.MessageBoxOptions;
        const answer = (response: number) => resolve({ response, checkboxChecked: false });
        const one = { message, buttons: buttons ?? [], isAway: false, answer };
        signal?.addEventListener('abort', () => (one.isAway = true));
        asked.push(one);
      });
  });
type Asked = { message: string; buttons: string[]; answer: (response: number) => void };
export const questions = (electron: ElectronApplication) =>
  electron.evaluate(() =>
    (Reflect.get(globalThis, 'askedToQuit') as Asked[]).map(({ message, buttons }) => ({ message, buttons })),
  );
export const answer = (electron: ElectronApplication, response: number) =>
  electron.evaluate(
    (_electron, response) => (Reflect.get(globalThis, 'askedToQuit') as Asked[]).at(-1)?.answer(response),
    response,
  );
export const closeWindow = (electron: ElectronApplication) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
