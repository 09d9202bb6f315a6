import { isOpenToScreens } from '../../../electron/desk/calls/answer-calls.ts';
import { deskContract } from '../../../shared/contract/desk-contract.ts';
import { expect, test } from '../desk-test.ts';

test.use({ goesOn: true });

type Said = { ok: boolean; problem?: { kind: string } };

/** Inputs that at most a few procedures accept. */
const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x',
  [],
  [[]],
  {},
  { id: 1 },
  { id: '' },
  { id: null },
  { ids: 'a' },
  { ids: [1] },
  { values: null },
  { values: { constructor: 1 } },
  { commandId: '' },
  { commandId: 1, request: {} },
  { commandId: 'a', request: { endpoint: 99 } },
  { name: {} },
  { cursor: '%' },
  { search: [] },
  { text: 'x'.repeat(200_001) },
  { extra: 1 },
];

test('every procedure refuses input that the contract does not allow, and nothing changes', async ({ desk }) => {
  const names = Object.keys(deskContract).filter(isOpenToScreens);
  expect(names.length).toBeGreaterThan(50);
  const bad = names.flatMap((name) => {
    const { input } = deskContract[name as keyof typeof deskContract];
    return values
      .filter((value) => !input.safeParse(value).success)
      .map((value) => ({ name, text: JSON.stringify(value) }));
  });
  expect(bad.length).toBeGreaterThan(names.length * 10);
  const state = () =>
    desk.page.evaluate(async () => {
      const { call } = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<unknown> };
      return JSON.stringify([
        await call('entries.counts', {}),
        await call('settings.get', {}),
        await call('operators.list', {}),
      ]);
    });
  const before = await state();
  const answers = await desk.page.evaluate(async (bad) => {
    const { call } = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<Said> };
    const answers: string[] = [];
    const told = async ({ name, text }: (typeof bad)[number]) => {
      try {
        const said = await Promise.race([
          call(name, JSON.parse(text)),
          new Promise<Said>((resolve) => setTimeout(resolve, 20_000, { ok: false, problem: { kind: 'silence' } })),
        ]);
        return said.ok ? 'ok' : (said.problem?.kind ?? 'none');
      } catch (error) {
        return `thrown: ${String(error)}`;
      }
    };
    for (let at = 0; at < bad.length; at += 25) answers.push(...(await Promise.all(bad.slice(at, at + 25).map(told))));
    return answers;
  }, bad);
  const odd = bad
    .map(({ name, text }, at) => `${name} ${text.slice(0, 60)}: ${answers[at] ?? ''}`)
    .filter((_line, at) => answers[at] !== 'invalid' && answers[at] !== 'bad-setting');
  expect(odd).toEqual([]);
  expect(await state()).toBe(before);
  expect(desk.errors()).toBe('');
});

test('a page cannot call anything but a procedure open to screens, and input that is not plain data is refused', async ({
  desk,
}) => {
  const closed = Object.keys(deskContract).filter((name) => !isOpenToScreens(name));
  expect(closed.length).toBeGreaterThan(3);
  const answers = await desk.page.evaluate(async (closed) => {
    const { call } = Reflect.get(window, 'parcelDesk') as { call(name: unknown, ...input: unknown[]): Promise<Said> };
    const told = async (name: unknown, ...input: unknown[]) => {
      try {
        const said = await call(name, ...input);
        return said.ok ? 'ok' : (said.problem?.kind ?? 'none');
      } catch {
        return 'not cloned';
      }
    };
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const names = [
      '',
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'desk',
      'desk.',
      '.state',
      'desk.state ',
      'DESK.STATE',
      'desk:call',
      ...closed,
    ];
    return {
      names: await Promise.all(names.map((name) => told(name, {}))),
      noNames: await Promise.all(
        [undefined, null, 1, {}, [], ['desk.state'], { toString: 1 }].map((name) => told(name, {})),
      ),
      values: await Promise.all(
        [
          circle,
          1n,
          Symbol('a'),
          () => 1,
          document.body,
          window,
          new Map([[1, circle]]),
          new Uint8Array(100_000_000),
        ].map((value) => told('settings.set', value)),
      ),
      nothing: await told('settings.set'),
    };
  }, closed);
  expect(new Set(answers.names)).toEqual(new Set(['unknown-command']));
  expect(answers.noNames.filter((one) => !['invalid', 'unknown-command', 'not cloned'].includes(one))).toEqual([]);
  expect(answers.values.filter((one) => !['invalid', 'not cloned'].includes(one))).toEqual([]);
  expect(answers.nothing).toBe('invalid');
  expect(desk.errors()).toBe('');
});

test('the bytes of a file are taken in the field that a procedure has for it, and nowhere else', async ({ desk }) => {
  const answers = await desk.page.evaluate(async () => {
    const { call } = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<Said> };
    const sheet = new TextEncoder().encode('PackageId,ServiceCode,Contact,Country,Weight\nP-1,SGP,Ana Ruiz,ES,1\n');
    const told = async (name: string, input: unknown) => {
      const said = await call(name, input);
      return said.ok ? 'ok' : (said.problem?.kind ?? 'none');
    };
    return {
      sheet: await told('import.open', { name: 'orders.csv', base64: sheet, as: 'label-order' }),
      // the page keeps its own, so that it can send the file again with another encoding
      again: await told('import.open', { name: 'orders.csv', base64: sheet, as: 'label-order' }),
      logo: await told('labels.logo', { png: sheet }),
      part: await told('import.open', { name: 'orders.csv', base64: sheet.subarray(1), as: 'label-order' }),
      tooLarge: await told('import.open', { name: 'orders.csv', base64: new Uint8Array(60_000_000) }),
      elsewhere: await told('desk.remember', { name: 'choices', value: sheet }),
    };
  });
  expect(answers).toEqual({
    sheet: 'ok',
    again: 'ok',
    logo: 'ok',
    part: 'invalid',
    tooLarge: 'invalid',
    elsewhere: 'invalid',
  });
  expect(desk.errors()).toBe('');
});

test('only the page of the desk is answered, no other page with the same preload', async ({ desk }) => {
  const answers = await desk.electron.evaluate(async ({ app, BrowserWindow }) => {
    const preload = process.getBuiltinModule('node:path').join(app.getAppPath(), 'dist/preload/preload.cjs');
    const answers: string[] = [];
    // The guards would never let these pages open; here they even get the preload.
    for (const address of [
      'app://paper/none',
      'app://other/',
      'data:text/html,<p>',
      'about:blank',
      'app://desk.evil/',
    ]) {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      });
      await window.loadURL(address).catch(() => undefined);
      const said = await Promise.race([
        window.webContents.executeJavaScript(
          `window.parcelDesk ? parcelDesk.call('desk.state', {}).then((said) => said.ok ? 'answered' : said.problem.kind, String) : 'no bridge'`,
        ) as Promise<string>,
        new Promise<string>((resolve) => setTimeout(resolve, 5000, 'silence')),
      ]);
      answers.push(said);
      window.destroy();
    }
    return answers;
  });
  expect(answers).toHaveLength(5);
  for (const said of answers) expect(['unknown-command', 'no bridge']).toContain(said);
  expect(answers).toContain('unknown-command');
});

test('the main process listens on one channel besides that of Electron itself', async ({ desk }) => {
  const channels = await desk.electron.evaluate(({ ipcMain }) => ({
    handled: [...(ipcMain as unknown as { _invokeHandlers: Map<string, unknown> })._invokeHandlers.keys()],
    heard: ipcMain.eventNames(),
  }));
  expect(channels).toEqual({ handled: ['desk:call'], heard: ['error'] });
});
