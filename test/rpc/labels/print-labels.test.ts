import { createDialogGate } from '../../../electron/desk/calls/dialog-gate.ts';
import { isOpenToScreens } from '../../../electron/desk/calls/answer-calls.ts';
import {
  printHandlers,
  type PrintWithDialog,
  type DialogResult,
} from '../../../electron/desk/handlers/print-dialog-handlers.ts';
import { fail, ok, type Result } from '../../../shared/contract/problem.ts';
import { downloadOf } from '../../support/bytes-of.ts';
import { describe, expect, it } from 'vitest';

const page = new Uint8Array([1, 2, 3]);
const made = {
  file: { id: 'f1' },
  labels: 2,
  drawn: [{ id: 'a', number: 'LX1CN', provisional: false, content: 'ab'.repeat(32) }],
  places: 3,
  widthMm: 101.6,
  heightMm: 152.4,
  problems: [{ id: 'c', key: 'C', message: 'No glyph.', stops: true }],
};
const wanted = { ids: ['a', 'b', 'c'], reversed: true, operator: 'Mia' };

function printing(print: PrintWithDialog | null, answer: Result<unknown> = ok(made)) {
  const asked: unknown[] = [];
  const desk = {
    call: (name: string, input: unknown) => (asked.push([name, input]), Promise.resolve(answer)),
    takeFile: (id: string) => Promise.resolve(id === 'f1' ? downloadOf('labels', 'text/html', page) : null),
  };
  const handlers = printHandlers(
    desk,
    print,
    createDialogGate(
      () => 0,
      () => 1,
    ),
  );
  return { asked, print: handlers['labels.print'], printSheet: handlers['sheet.print'] };
}
const ends = (end: DialogResult) => printing(() => Promise.resolve(end)).print(wanted);

describe('printing by the host', () => {
  it('opens the dialog with the page of these labels, and reports what was drawn and what was omitted', async () => {
    const shown: Uint8Array[] = [];
    const { asked, print } = printing((paper) => (shown.push(paper), Promise.resolve({ end: 'handed-over' })));
    expect(await print(wanted)).toEqual({
      ...{ end: 'handed-over', labels: 2, drawn: made.drawn, places: 3, problems: made.problems },
    });
    expect(asked).toEqual([['labels.paper', wanted]]);
    expect(shown).toEqual([page]);
  });

  it('distinguishes a cancelled dialog from labels handed over', async () => {
    expect(await ends({ end: 'cancelled' })).toMatchObject({ end: 'cancelled' });
  });

  it.each(['failed', 'no-printer'] as const)('reports why nothing was printed: %s', async (end) => {
    await expect(ends({ end, said: 'Print job failed' })).rejects.toMatchObject({
      problem: { kind: 'printer', params: { reason: end, said: 'Print job failed' } },
    });
  });

  it('opens one dialog at a time, and another after it', async () => {
    const dialogs: ((end: DialogResult) => void)[] = [];
    const { print } = printing(() => new Promise<DialogResult>((resolve) => dialogs.push(resolve)));
    const first = print(wanted);
    await expect(print(wanted)).rejects.toMatchObject({ problem: { kind: 'printer', params: { reason: 'busy' } } });
    await expect.poll(() => dialogs.length).toBe(1);
    dialogs[0]?.({ end: 'cancelled' });
    await first;
    const second = print(wanted);
    await expect.poll(() => dialogs.length).toBe(2);
    dialogs[1]?.({ end: 'handed-over' });
    expect(await second).toMatchObject({ end: 'handed-over' });
  });

  it('opens no dialog if nothing could be drawn', async () => {
    let shown = 0;
    const { print } = printing(
      () => Promise.resolve({ end: 'handed-over' as const, at: shown++ }),
      fail('label', 'None.'),
    );
    await expect(print(wanted)).rejects.toMatchObject({ problem: { kind: 'label' } });
    expect(shown).toBe(0);
  });

  it('prints a sheet unchanged on another paper, and never while labels are printed', async () => {
    const shown: unknown[] = [];
    let answer: (end: DialogResult) => void = () => undefined;
    const { print, printSheet } = printing((paper, on) => {
      shown.push([new TextDecoder().decode(paper), on]);
      return new Promise<DialogResult>((resolve) => (answer = resolve));
    });
    const first = printSheet({ page: '<p>工位', on: 'Letter' });
    await expect(print(wanted)).rejects.toMatchObject({ problem: { kind: 'printer', params: { reason: 'busy' } } });
    answer({ end: 'handed-over' });
    expect(await first).toEqual({ end: 'handed-over' });
    expect(shown).toEqual([['<p>工位', 'Letter']]);
    const failed = printSheet({ page: '<p>', on: 'A4' });
    answer({ end: 'failed', said: 'Print job failed' });
    await expect(failed).rejects.toMatchObject({ problem: { kind: 'printer', params: { said: 'Print job failed' } } });
  });

  it('is unavailable without printers', async () => {
    await expect(printing(null).printSheet({ page: '<p>', on: 'A4' })).rejects.toMatchObject({
      problem: { kind: 'printer' },
    });
    await expect(printing(null).print(wanted)).rejects.toMatchObject({ problem: { kind: 'printer' } });
  });

  it('is open to screens, while the page for the dialog is not', () => {
    expect([isOpenToScreens('labels.print'), isOpenToScreens('labels.paper')]).toEqual([true, false]);
  });
});
