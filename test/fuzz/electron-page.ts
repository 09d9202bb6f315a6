import type { FuzzedHost, Told } from './fuzz.ts';
import type { Message } from './messages.ts';
import type { ElectronApplication, Page } from 'playwright';

const silentMs = 60_000;

/**
 * Sends messages from the page of a real Electron through its preload. System dialogs are dismissed as they open. When
 * the desk switches folders, the page reloads and its pending calls get no answer. A crashed page is a fault.
 */
export async function electronPage(electron: ElectronApplication, page: Page): Promise<FuzzedHost> {
  await electron.evaluate(({ app, dialog }) => {
    Reflect.set(globalThis, 'pagesGone', 0);
    app.on('render-process-gone', () =>
      Reflect.set(globalThis, 'pagesGone', (Reflect.get(globalThis, 'pagesGone') as number) + 1),
    );
    const whoCloses = dialog.showMessageBox.bind(dialog) as (
      ...given: unknown[]
    ) => Promise<Electron.MessageBoxReturnValue>;
    dialog.showMessageBox = (...given: unknown[]) => {
      const { buttons = [], cancelId = 0 } = given.at(-1) as Electron.MessageBoxOptions;
      // Closing at the end of the test is intended, even with orders waiting.
      if (['Close', '关闭'].includes(buttons[0] ?? '')) return whoCloses(...given);
      return Promise.resolve({ response: cancelId, checkboxChecked: false });
    };
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
  });
  const crashes = () => electron.evaluate(() => Reflect.get(globalThis, 'pagesGone') as number);
  async function anew(messages: readonly Message[]): Promise<Told[]> {
    await page.locator('h1').first().waitFor({ timeout: silentMs });
    const what = (await crashes()) === 0 ? 'page-anew' : 'Error: the page crashed';
    return messages.map(() => ({ what, ms: 0 }));
  }

  return {
    async send(messages) {
      const asked = page.evaluate(
        async ({ texts, silentMs }) => {
          interface Answer {
            ok: boolean;
            value?: unknown;
            problem?: { kind: string };
          }
          const { call } = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<Answer> };
          async function one({ name, text }: (typeof texts)[number]) {
            const began = performance.now();
            const silence: Answer = { ok: false, problem: { kind: 'silence' } };
            const late = Promise.withResolvers<Answer>();
            const timeout = setTimeout(() => late.resolve(silence), silentMs);
            try {
              const { ok, value, problem } = await Promise.race([call(name, JSON.parse(text)), late.promise]);
              const ms = performance.now() - began;
              return ok ? { what: 'ok', value, ms } : { what: problem?.kind ?? 'no problem', ms };
            } catch (error) {
              // Electron itself does not let a value nested this deeply leave a page.
              const isTooDeep = String(error).includes('recursion depth exceeded');
              return { what: isTooDeep ? 'invalid' : String(error), ms: performance.now() - began };
            } finally {
              clearTimeout(timeout);
            }
          }
          return JSON.stringify(await Promise.all(texts.map(one)));
        },
        { texts: messages.map(({ name, input }) => ({ name, text: JSON.stringify(input) ?? 'null' })), silentMs },
      );
      const told = await asked.catch((error: unknown) => {
        if (String(error).includes('Execution context was destroyed')) return null;
        throw error;
      });
      return told === null ? anew(messages) : (JSON.parse(told) as Told[]);
    },
    megabytes: () =>
      electron.evaluate(({ app }) =>
        Object.fromEntries(
          app
            .getAppMetrics()
            .filter(({ type }) => type === 'Browser' || type === 'Tab')
            .map(({ type, memory }) => [type === 'Tab' ? 'page' : 'main', Math.round(memory.workingSetSize / 1024)]),
        ),
      ),
  };
}
