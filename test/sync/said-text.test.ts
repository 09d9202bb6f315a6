import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer, htmlAnswer } from '../support/exchanges.ts';
import { boxCapture, declareCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
afterEach(() => desk.close());

const text = (words: string, status = 201): Exchange => httpAnswer(status, words, { contentType: 'text/plain' });

/** Opens a desk with a service that answers every create with `say` and every status with a number. */
function open(say: (key: string, endpoint: number) => Exchange): void {
  desk = openSyncDesk();
  desk.service = ({ endpoint, id }) =>
    endpoint > 15 || endpoint === 11 || endpoint === 3
      ? id === 'desk-connection-check'
        ? httpAnswer(404)
        : httpAnswer(200, { PackageId: id, TrackingNumber: `T-${id}` })
      : say(id, endpoint);
  desk.sync.start();
}
const soon = async () => {
  desk.sync.wake();
  await desk.time.advance(10_000);
};
const decide = (id: string, decision: 'taken' | 'refusal' | 'forget-text') =>
  desk.outbox.decide(`${decision} ${id} ${desk.time.elapsed()}`, id, decision, 'Mia', '');

describe('a line of text in place of a body', () => {
  it('accepts a box order, is stored and shown with it, and blocks nothing', async () => {
    open(() => text(' OK, noted.\r\n'));
    const id = desk.add(boxCapture('P1'));
    await soon();
    expect(desk.row(id)).toMatchObject({ state: 'done', said: 'OK, noted.', trackingNumber: 'T-P1', tries: 1 });
    expect(desk.reader.page({}, 10).rows).toMatchObject([{ said: 'OK, noted.' }]);
    expect(desk.sync.status().pause).toBe(null);
  });

  it.each([
    ['a declaration', () => declareCapture('P1'), () => declareCapture('P2')],
    ['a SKU', () => skuCapture('SKU-1'), () => skuCapture('SKU-2')],
  ])('raises a question about %s once, while other orders continue', async (_, first, second) => {
    open((id, endpoint) => (endpoint === 2 ? creatingRecord(id) : text(`Noted ${id} at 2026-03-02 08:00:00`)));
    const [asked, label] = [desk.add(first()), desk.add(labelCapture('P9'))];
    await soon();
    expect(desk.row(asked)).toMatchObject({ state: 'accepted', asks: 'unknown-text', tries: 1 });
    expect(desk.state(label)).toBe('done');
    expect(decide(asked, 'taken')).toBe('done');
    const later = desk.add(second());
    await soon();
    expect(desk.row(later)).toMatchObject({ state: 'done', asks: null });
  });

  it('that a person called a refusal refuses all creates answered with it, which can be corrected and sent again', async () => {
    let says = 'Access denied';
    open(() => text(says));
    const ids = [desk.add(declareCapture('P1')), desk.add(declareCapture('P2'))];
    await soon();
    expect(ids.map((id) => desk.row(id).asks)).toEqual(['unknown-text', 'unknown-text']);
    decide(ids[0]!, 'refusal');
    expect(ids.map((id) => desk.row(id))).toMatchObject([
      { state: 'refused', reason: { text: 'Access denied' }, asks: null },
      { state: 'refused', reason: { text: 'Access denied' }, asks: null },
    ]);
    const later = desk.add(skuCapture('SKU-1'));
    await soon();
    expect(desk.row(later)).toMatchObject({ state: 'refused', reason: { text: 'Access denied' } });
    says = 'fine';
    desk.outbox.mend('m1', ids[0]!, declareCapture('P1'), 'Mia', false);
    await soon();
    expect(desk.row(ids[0]!)).toMatchObject({ state: 'accepted', asks: 'unknown-text', said: 'fine' });
  });

  it.each(['[2026-03-02] Noted', '{noted}', 'false', '0'])(
    'may also be "%s", whatever else that could be read as',
    async (says) => {
      open(() => text(says));
      const [declared, box] = [desk.add(declareCapture('P1')), desk.add(boxCapture('P2'))];
      await soon();
      expect(desk.row(declared)).toMatchObject({ state: 'accepted', asks: 'unknown-text', said: says, tries: 1 });
      expect(desk.row(box)).toMatchObject({ state: 'done', said: says, tries: 1 });
    },
  );

  it.each([
    ['Success: false', { Success: false, Message: 'VatCode is missing' }, 'Success: false VatCode is missing'],
    ['errors', { Errors: [{ Message: 'No stock' }] }, 'No stock'],
  ])(
    'is taken from a JSON that denies (%s), and raises a question once, since no body is documented',
    async (_, json, said) => {
      open(() => httpAnswer(200, json));
      const ids = [desk.add(declareCapture('P1')), desk.add(skuCapture('SKU-1'))];
      await soon();
      expect(ids.map((id) => desk.row(id))).toMatchObject([
        { state: 'accepted', asks: 'unknown-text', said },
        { state: 'accepted', asks: 'unknown-text', said },
      ]);
      decide(ids[0]!, 'refusal');
      expect(ids.map((id) => desk.row(id))).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
      const later = desk.add(declareCapture('P2'));
      await soon();
      expect(desk.row(later)).toMatchObject({ state: 'refused' });
    },
  );

  it('is not taken from a JSON that confirms or is empty', async () => {
    open((id) => httpAnswer(200, id === 'P1' ? { Success: true } : { Errors: [] }));
    const ids = [desk.add(declareCapture('P1')), desk.add(declareCapture('P2'))];
    await soon();
    expect(ids.map((id) => desk.row(id))).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  });

  it('raises a question again after a person took back its meaning', async () => {
    open(() => text('Noted'));
    const id = desk.add(declareCapture('P1'));
    await soon();
    decide(id, 'taken');
    decide(id, 'forget-text');
    const later = desk.add(declareCapture('P2'));
    await soon();
    expect([desk.row(id), desk.row(later)]).toMatchObject([{ state: 'done' }, { asks: 'unknown-text' }]);
  });

  it('with "not changed" at the first attempt raises the question of its meaning, then that of the record', async () => {
    open(() => text('Noted', 200));
    const id = desk.add(skuCapture('SKU-1'));
    await soon();
    expect(desk.row(id).asks).toBe('unknown-text');
    decide(id, 'taken');
    expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before' });
  });

  it.each([
    ['a page', htmlAnswer(200)],
    ['two lines', text('OK\nOK')],
    ['201 characters', text('x'.repeat(201))],
  ])('is distinguished from %s, which pauses all sending', async (_, other) => {
    open(() => other);
    const id = desk.add(declareCapture('P1'));
    await desk.time.advance(1000);
    expect(desk.sync.status().pause?.why).toBe('something-else-answered');
    expect(desk.row(id)).toMatchObject({ state: 'queued', maybeTaken: true });
  });
});
