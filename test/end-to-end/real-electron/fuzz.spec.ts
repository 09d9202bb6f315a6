import { isOpenToScreens } from '../../../electron/rpc/screens/screen-desk.ts';
import { messages } from '../../fuzz/messages.ts';
import { expect, test } from '../desk-test.ts';

const many = Number(process.env['PARCEL_DESK_FUZZ'] ?? 4000);
const together = 100;
/** These put the system's own dialog before a person, who is not there; while it stands, all of them are refused. */
const waitForPerson = [
  'journal.choose',
  'backup.choose',
  'backup.chooseFolder',
  'labels.print',
  'sheet.print',
  'printers.probe',
  'printers.add',
];

test('whatever a page sends, the desk answers it, and with no fault of its own', async ({ desk }) => {
  test.setTimeout(60_000 + many * 100);
  const source = messages(13);
  const faults: string[] = [];
  let dialogs = 0;
  for (let sent = 0; sent < many; sent += together) {
    const batch = Array.from({ length: together }, () => source.next());
    const answers = await desk.page.evaluate(
      async (texts) => {
        const { call } = Reflect.get(window, 'parcelDesk') as { call(name: string, input: unknown): Promise<unknown> };
        async function told({ name, text }: (typeof texts)[number]): Promise<unknown> {
          try {
            const late = { ok: false, problem: { kind: 'silence' } };
            return await Promise.race([
              call(name, JSON.parse(text)),
              new Promise((resolve) => setTimeout(resolve, 20_000, late)),
            ]);
          } catch (error) {
            // Electron itself lets nothing so deep out of a page
            const isTooDeep = String(error).includes('recursion depth exceeded');
            return { ok: false, problem: { kind: isTooDeep ? 'invalid' : String(error) } };
          }
        }
        return JSON.stringify(await Promise.all(texts.map(told)));
      },
      batch.map(({ name, input }) => ({ name, text: JSON.stringify(input) ?? 'null' })),
    );
    const read = JSON.parse(answers) as { ok: boolean; value?: unknown; problem?: { kind: string } }[];
    for (const [at, { ok, value, problem }] of read.entries()) {
      const { name = '', input } = batch[at] ?? {};
      const shown = `${name} ${JSON.stringify(input)?.slice(0, 200) ?? ''}`;
      if (ok && !isOpenToScreens(name)) faults.push(`answered though it is closed: ${shown}`);
      if (ok) source.hear(value);
      else if (problem?.kind === 'silence' && waitForPerson.includes(name)) dialogs += 1;
      else if (/^(internal|desk-gone|silence)$|Error/.test(problem?.kind ?? 'Error'))
        faults.push(`${problem?.kind ?? 'no problem'}: ${shown}`);
    }
  }
  expect(faults).toEqual([]);
  expect(dialogs).toBeLessThanOrEqual(1);
  // a dialog of the system may have words of its own there
  expect(desk.errors()).not.toMatch(/fault:|[Uu]nhandled|[Uu]ncaught/);
});
