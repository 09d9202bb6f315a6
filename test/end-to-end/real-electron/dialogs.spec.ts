import { expect, test } from '../desk-test.ts';

test.use({ goesOn: true });

type Said = { ok: boolean; problem?: { params?: { reason?: string } } };

test('a page that keeps requesting system dialogs gets one, and another only after a key press or a click', async ({
  desk,
}) => {
  const { page, electron } = desk;
  await electron.evaluate(({ dialog }) => {
    const shown: (() => void)[] = [];
    Reflect.set(globalThis, 'shownDialogs', shown);
    dialog.showOpenDialog = () =>
      new Promise((resolve) => shown.push(() => resolve({ canceled: true, filePaths: [] })));
  });
  const shown = () => electron.evaluate(() => (Reflect.get(globalThis, 'shownDialogs') as unknown[]).length);
  const close = () => electron.evaluate(() => (Reflect.get(globalThis, 'shownDialogs') as (() => void)[]).at(-1)?.());
  /** The answer to each call, or `open` after a second without one. */
  const choose = (...names: string[]) =>
    page.evaluate((names) => {
      const { call } = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<Said> };
      return Promise.all(
        names.map((name) =>
          Promise.race([
            call(name, {}).then((said) => said.problem?.params?.reason ?? 'none'),
            new Promise<string>((late) => setTimeout(late, 1000, 'open')),
          ]),
        ),
      );
    }, names);

  const all = ['journal.choose', 'backup.chooseFolder', 'backup.choose'];
  expect(await choose(...all)).toEqual(['open', 'dialog-open', 'dialog-open']);
  await close();
  expect(await choose(...all)).toEqual(['dialog-again', 'dialog-again', 'dialog-again']);
  expect(await shown()).toBe(1);
  await page.keyboard.press('Shift');
  expect(await choose('journal.choose')).toEqual(['open']);
  await close();
  await page.mouse.click(5, 5);
  expect(await choose('backup.chooseFolder')).toEqual(['open']);
  await close();
  expect(await shown()).toBe(3);
  expect(desk.errors()).toBe('');
});
