import { boxCapture, declareCapture, labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, command, add } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('capture', () => {
  it('is on disk, with its hash and its history, when enqueue returns', () => {
    const { id } = add(labelCapture('A1'));
    const detail = desk.reader.detail(id);
    expect(detail).toMatchObject({ state: 'queued', key: 'A1', recipient: 'Ana Ruiz, ES', operator: 'Mia' });
    expect(detail?.history).toMatchObject([{ from: null, to: 'queued', who: 'Mia' }]);
  });

  it('of a known command id changes nothing and returns the first answer', () => {
    const id = command();
    const first = desk.outbox.enqueue(id, labelCapture('A1'), '', false);
    expect(desk.outbox.enqueue(id, labelCapture('B1'), '', false)).toEqual(first);
    expect(desk.reader.counts().byState.queued).toBe(1);
  });

  it('of the same request returns the existing entry', () => {
    const first = add(labelCapture('A1'));
    expect(add(labelCapture('A1'))).toEqual({ ...first, already: true });
    const capture = labelCapture('A1', { Weight: 7, Custom: 'x' });
    const { Package } = capture.body as { Package: object };
    const turned = { ...capture, body: { Package: Object.fromEntries(Object.entries(Package).reverse()) } };
    expect(JSON.stringify(turned.body)).not.toBe(JSON.stringify(capture.body));
    const second = add({ ...capture, key: { ...capture.key, value: 'A2' } });
    expect(add({ ...turned, key: { ...capture.key, value: 'A2' } })).toEqual({ ...second, already: true });
  });

  it('of other content under a key in use is refused, except with IsCreateNewOrder', () => {
    add(labelCapture('A1'));
    expect(problemKindOf(() => add(labelCapture('A1', { Weight: 7 })))).toBe('key-in-use');
    expect(problemKindOf(() => add(labelCapture('A1', { Weight: 7, IsCreateNewOrder: true })))).toBe('none');
  });

  it('accepts a PackageId once over all endpoints, apart from its declaration', () => {
    add(boxCapture('A1'));
    expect(problemKindOf(() => add(labelCapture('A1')))).toBe('key-in-use');
    expect(problemKindOf(() => add(declareCapture('A1')))).toBe('none');
  });

  it('frees the key of a withdrawn entry', () => {
    const { id } = add(labelCapture('A1'));
    desk.outbox.withdraw(id, { operator: '', why: '', decided: false, alone: false });
    expect(problemKindOf(() => add(labelCapture('A1', { Weight: 7 })))).toBe('none');
  });

  it('of many orders answers each individually', () => {
    const answers = desk.outbox.enqueueMany(
      [labelCapture('A1'), labelCapture('A1', { Weight: 7 }), labelCapture('A2')],
      '',
      false,
    );
    expect(answers.map((a) => a instanceof Error)).toEqual([false, true, false]);
    expect(desk.reader.counts().byState.queued).toBe(2);
  });
});
