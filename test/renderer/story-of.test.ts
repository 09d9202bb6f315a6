import { marksOf, storyOf } from '../../renderer/screens/outbox/story.svelte.ts';
import { states as english } from '../../renderer/texts/en/states.ts';
import { marks, type StateTexts } from '../../renderer/texts/states.ts';
import { states as chinese } from '../../renderer/texts/zh-CN/states.ts';
import type { EntryDetail, WaitsFor } from '../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import { fakeEntry, kinds } from '../support/fake-entries.ts';
import { describe, expect, it } from 'vitest';

const now = 1_000_000_000;
const online: SyncStatus = {
  connection: 'online',
  since: 0,
  pause: null,
  pausedEndpoints: [],
  troubledEndpoints: [],
  underWay: 0,
  cannotWrite: false,
  idle: false,
};
const all = kinds.map((_, at) => fakeEntry(at, now));
const queued = all[1]!;

function tell(entry: EntryDetail, sync: SyncStatus | null = online, texts: StateTexts = english) {
  return storyOf(entry, sync, {
    texts,
    nowMs: now,
    formatRelativeTime: (ms) => `<${ms - now}>`,
    formatNumber: String,
    formatReason: ({ text }) => text,
    answerLimit: '<limit>',
  });
}

const waiting = (waitsFor: WaitsFor, more: Partial<EntryDetail> = {}): EntryDetail => ({
  ...queued,
  ...more,
  waitsFor,
});

describe.each([
  ['English', english, /^[A-Z]\S*( \S+){2,}\.$/],
  ['Chinese', chinese, /^\p{Script=Han}.{3,}[。.]$/u],
] as const)('the story of an entry in %s', (_, texts, sentence) => {
  it('has a sentence for what happened and what is next for every state and mark', () => {
    for (const entry of all) {
      const { happened, next } = tell(entry, online, texts);
      expect(happened).toMatch(sentence);
      expect(next).toMatch(sentence);
      expect(happened + next).not.toMatch(/undefined|null|NaN/);
    }
  });

  it('announces another check of a refused entry only if one is due', () => {
    const refused = { ...queued, state: 'refused' as const };
    const next = (waitsFor: EntryDetail['waitsFor']) => tell({ ...refused, waitsFor }, online, texts).next;
    expect(next({ for: 'mend', until: 1 })).toContain(texts.next.healing);
    expect(next({ for: 'mend' })).not.toContain(texts.next.healing);
  });

  it('does not say that nothing more happens while a label still has to be printed', () => {
    const next = (label: EntryDetail['label']) =>
      tell({ ...queued, state: 'done', label, waitsFor: { for: 'nothing' } }, online, texts).next;
    expect((['ready', 'reprint'] as const).map(next)).toEqual([texts.next.toPrint, texts.next.toPrint]);
    expect(([null, 'printed', 'unconfirmed'] as const).map(next)).toEqual(Array(3).fill(texts.next.nothing));
  });

  it('uses every sentence of the catalogue', () => {
    const told = new Set<string>();
    const hear = (entry: EntryDetail, sync: SyncStatus | null = online) => {
      const { happened, next } = tell(entry, sync, texts);
      told.add(happened);
      told.add(next);
    };
    all.forEach((entry) => hear(entry));
    hear(queued, { ...online, connection: 'offline' });
    hear(waiting({ for: 'status-check', until: now }, { state: 'unsure' }), { ...online, connection: 'offline' });
    hear(queued, { ...online, connection: 'stopped' });
    hear(queued, { ...online, connection: 'paused', pause: { why: 'tls', message: '' } });
    hear(queued, { ...online, pausedEndpoints: [{ endpoint: 2, status: 403, message: '' }] });
    hear(queued, { ...online, troubledEndpoints: [{ endpoint: 2, why: 'fails', status: 503, waiting: 3 }] });
    hear({ ...queued, state: 'refused', reason: null, waitsFor: { for: 'mend' } });
    hear({ ...queued, state: 'unsure', reason: { code: '400', text: 'no', field: null }, waitsFor: { for: 'turn' } });
    hear({ ...queued, state: 'done', trackingNumber: null, waitsFor: { for: 'nothing' } });
    hear({ ...queued, state: 'done', label: 'ready', waitsFor: { for: 'nothing' } });

    const p = { time: '', tries: '', number: '', reason: '', status: '', limit: '', key: '' };
    const sentences = [...Object.values(texts.happened), ...Object.values(texts.next)];
    const unsaid = sentences.filter((sentence) => {
      const gap = '\0';
      const text =
        typeof sentence === 'string'
          ? sentence
          : sentence(Object.fromEntries(Object.keys(p).map((name) => [name, gap])) as typeof p);
      return ![...told].some((one) => text.split(gap).every((piece) => one.includes(piece)));
    });
    expect(unsaid).toEqual([]);
  });

  it('explains every mark, and every mark occurs on some entry', () => {
    expect(new Set(all.flatMap(marksOf))).toEqual(new Set(marks));
    for (const mark of marks) expect(texts.mark[mark].means({ key: 'K' })).not.toBe('');
  });

  it('has a question with background for every pending decision', () => {
    for (const entry of all.filter(({ asks }) => asks !== null)) {
      const question = Object.entries(texts.question).find(([code]) => code === entry.asks)?.[1];
      expect(question?.ask).toMatch(/[?？]$/);
      expect(question?.know.length).toBeGreaterThan(10);
    }
  });
});

describe('what an entry waits for', () => {
  it('includes the time if it waits for one', () => {
    expect(tell(waiting({ for: 'hold', until: now + 4000 })).next).toContain('<4000>');
    expect(tell(waiting({ for: 'retry', until: now + 95_000 }, { tries: 3 })).waits).toContain('<95000>');
    expect(tell(waiting({ for: 'outcome', until: now + 8000, stuck: true }, { state: 'accepted' })).next).toContain(
      '<8000>',
    );
  });

  it('includes the key of the entry it depends on', () => {
    expect(tell(waiting({ for: 'entry', id: 'x', key: 'SKU-1' })).next).toContain('SKU-1');
  });

  it('is the connection while the desk is offline', () => {
    expect(tell(queued, { ...online, connection: 'offline' }).waits).toBe(english.waits.turnOffline);
  });

  it('is its turn or the connection, not a time that has passed', () => {
    const offline = { ...online, connection: 'offline' as const };
    const due = [
      waiting({ for: 'retry', until: now }, { tries: 3 }),
      waiting({ for: 'hold', until: now - 1 }),
      waiting({ for: 'status-check', until: now }, { state: 'unsure' }),
      waiting({ for: 'outcome', until: now - 60_000, stuck: false }, { state: 'accepted' }),
    ];
    expect(due.map((entry) => tell(entry, offline).waits)).toEqual(due.map(() => english.waits.turnOffline));
    expect(due.slice(0, 2).map((entry) => tell(entry).waits)).toEqual([english.waits.turn, english.waits.turn]);
    expect(tell(waiting({ for: 'retry', until: now + 1 }, { tries: 3 }), offline).waits).toContain('<1>');
  });
});
