import { parcelOf } from '../../renderer/screens/outbox/packing-slip.ts';
import { timelineOf, type Attempt } from '../../renderer/screens/outbox/story.svelte.ts';
import type { HistoryStep } from '../../shared/contract/entry-answers.ts';
import { describe, expect, it } from 'vitest';

const step = (at: number, code: string, params: object = {}): HistoryStep => ({
  at,
  who: 'desk',
  from: null,
  to: 'queued',
  why: { code, params },
  damaged: false,
});
const attempt = (id: number, startedAt: number): Attempt => ({
  id,
  startedAt,
  endedAt: startedAt + 5,
  target: 'practice',
  verdict: 'again',
  status: 503,
  answer: '',
  cutFrom: null,
  sameAs: null,
  damaged: false,
});
const told = (life: ReturnType<typeof timelineOf>) =>
  life.map((one) => (one.kind === 'try' ? `try ${one.attempt.id}` : 'code' in one.step.why ? one.step.why.code : ''));

describe('the life of an entry', () => {
  it('has each attempt in place of the step that started it, newest first', () => {
    const history = [step(1, 'captured'), step(2, 'try'), step(3, 'no-answer'), step(4, 'try'), step(5, 'taken')];
    expect(told(timelineOf({ history, attempts: [attempt(1, 2), attempt(2, 4)] }))).toEqual([
      'taken',
      'try 2',
      'no-answer',
      'try 1',
      'captured',
    ]);
  });

  it('keeps the order of its history if the clock went back', () => {
    const history = [step(100, 'captured'), step(7, 'try'), step(8, 'taken')];
    expect(told(timelineOf({ history, attempts: [attempt(1, 7)] }))).toEqual(['taken', 'try 1', 'captured']);
  });

  it('includes attempts without a step and steps without an attempt', () => {
    const history = [step(1, 'captured'), step(9, 'restored')];
    expect(told(timelineOf({ history, attempts: [attempt(1, 3)] }))).toEqual(['restored', 'try 1', 'captured']);
    expect(told(timelineOf({ history: [step(1, 'try')], attempts: [] }))).toEqual(['try']);
  });
});

describe('an entry as a parcel', () => {
  it('has the recipient, the goods and the weight', () => {
    const body = {
      Package: {
        Weight: 480,
        ShipToAddress: { Contact: ' Zoë ', Street1: 'Storgatan', HouseNumber: '1', City: 'Göteborg', Country: 'SE' },
        Skus: [{ Sku: 'MUG', Quantity: 2, DeclareNameEn: 'Mug' }, { Sku: 'CUP' }, { Quantity: 3 }],
      },
    };
    expect(parcelOf(2, body)).toEqual({
      name: 'Zoë',
      phone: '',
      lines: ['Storgatan 1', 'Göteborg', 'SE'],
      goods: [
        { quantity: '2', name: 'Mug' },
        { quantity: '', name: 'CUP' },
      ],
      weight: '480',
    });
  });

  it.each([null, 'x', [], { Package: { ShipToAddress: 7, Skus: 'many' } }])('is empty for a body like %j', (body) => {
    expect(parcelOf(2, body)).toEqual({ name: '', phone: '', lines: [], goods: [], weight: '' });
  });

  it('is null for a kind without a recipient', () => {
    expect(parcelOf(15, { Sku: 'MUG' })).toBe(null);
  });
});
