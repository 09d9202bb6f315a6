import { ageOf, freshForMs, mergeFreshness } from '../../renderer/lookups/freshness.ts';
import { rawText } from '../../renderer/lookups/lookup-texts.ts';
import { Lookup, type Question } from '../../renderer/lookups/lookup.svelte.ts';
import { readNumbers } from '../../renderer/lookups/read-numbers.ts';
import { desk } from '../../renderer/state/desk-watch.svelte.ts';
import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { describe, expect, it, vi } from 'vitest';

interface Said extends Freshness {
  text: string;
}
const kept: Said = { text: 'kept', at: 1000, fresh: false, why: null };
const said: Said = { text: 'said', at: 5000, fresh: true, why: null };
const offline: Said = { ...kept, why: { kind: 'offline', message: 'no line' } };

/** A question to a desk that answers when the test lets it. */
function asked() {
  const open: Record<'last' | 'fresh', ((answer: Result<Said>) => void)[]> = { last: [], fresh: [] };
  const question: Question<Said> = {
    load: (mode) => new Promise((answer) => open[mode].push(answer)),
    isFresh: ({ fresh: fresh }) => fresh,
    isAffectedBy: (about, subjects) => about === 'tracked' && (subjects === 'many' || subjects.includes('T1')),
    mergeLast: mergeFreshness,
  };
  return {
    question,
    open,
    answer: async (mode: 'last' | 'fresh', value: Said) => {
      await vi.waitFor(() => expect(open[mode].length).toBeGreaterThan(0));
      open[mode].shift()?.({ ok: true, value });
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}
const told = (...subjects: string[]) => ({ kind: 'lookup', about: 'tracked', subjects }) as const;

describe('a lookup', () => {
  it('shows the stored answer while the service is asked, then the fresh one', async () => {
    const { question, answer } = asked();
    const lookup = new Lookup<Said>();
    lookup.ask(question);
    await answer('last', kept);
    expect([lookup.answer?.text, lookup.isAsking]).toEqual(['kept', true]);
    await answer('fresh', said);
    expect([lookup.answer?.text, lookup.isAsking]).toEqual(['said', false]);
  });

  it('shows no answer that arrives after its end', async () => {
    const { question, answer } = asked();
    const lookup = new Lookup<Said>();
    lookup.ask(question);
    lookup.clear();
    await answer('last', kept);
    await answer('fresh', said);
    expect([lookup.answer, lookup.isAsking]).toEqual([null, false]);
  });

  it('never replaces the fresh answer with the stored one', async () => {
    const { question, answer } = asked();
    const lookup = new Lookup<Said>();
    lookup.ask(question);
    await answer('fresh', said);
    await answer('last', kept);
    expect(lookup.answer).toEqual(said);
  });

  it('requests only the new part when it is extended, keeps its answer, and requests everything from then on', async () => {
    const [all, part] = [asked(), asked()];
    const lookup = new Lookup<Said>();
    const join = (shown: Said, fresh: Said) => ({ ...fresh, text: `${shown.text} and ${fresh.text}` });
    lookup.ask({ ...all.question, mergeFresh: join });
    await all.answer('last', kept);
    lookup.extend({ ...all.question, mergeFresh: join }, part.question.load);
    expect(lookup.answer).toEqual(kept);
    // Both answers are shown in any order, and the lookup is pending until both have arrived.
    await part.answer('fresh', { ...said, text: 'more' });
    expect([lookup.answer?.text, lookup.isAsking]).toEqual(['kept and more', true]);
    await all.answer('fresh', said);
    expect([lookup.answer?.text, lookup.isAsking]).toEqual(['kept and more and said', false]);
    lookup.refresh();
    expect([all.open.fresh.length, part.open.fresh.length]).toEqual([1, 0]);
  });

  it('drops answers to an earlier question', async () => {
    const [first, second] = [asked(), asked()];
    const lookup = new Lookup<Said>();
    lookup.ask(first.question);
    lookup.ask(second.question);
    await first.answer('fresh', said);
    expect([lookup.answer, lookup.isAsking]).toEqual([null, true]);
    await second.answer('fresh', { ...said, text: 'the second' });
    expect(lookup.answer?.text).toBe('the second');
  });

  it('reads the stored answer again on an event about it, and keeps the reason it is not fresh', async () => {
    const { question, answer, open } = asked();
    const lookup = new Lookup<Said>();
    lookup.ask(question);
    await answer('last', kept);
    await answer('fresh', offline);
    lookup.handleEvent(told('T2'));
    expect(open.last).toEqual([]);
    lookup.handleEvent(told('T1'));
    await answer('last', { ...kept, text: 'marked as watched' });
    expect(lookup.answer).toEqual({ ...offline, text: 'marked as watched' });
    lookup.handleEvent(told('T1'));
    await answer('last', { ...said, fresh: false });
    expect(lookup.answer).toEqual(said);
  });

  it('asks the service again when the link is back, if its answer is not fresh', async () => {
    const { question, answer, open } = asked();
    const lookup = new Lookup<Said>();
    desk.isAnswering = false;
    lookup.ask(question);
    await answer('last', kept);
    await answer('fresh', offline);
    desk.isAnswering = true;
    lookup.handleEvent({ kind: 'link', isUp: true });
    await answer('fresh', said);
    expect(lookup.answer).toEqual(said);
    desk.isAnswering = false;
    lookup.handleEvent({ kind: 'link', isUp: false });
    desk.isAnswering = true;
    lookup.handleEvent({ kind: 'link', isUp: true });
    expect(open.fresh).toEqual([]);
  });
});

describe('the age of an answer', () => {
  it('counts as fresh only for a limited time', () => {
    expect(ageOf(said, false, said.at ?? 0)).toBe('fresh');
    expect(ageOf(said, false, (said.at ?? 0) + freshForMs)).toBe('old');
    expect(ageOf(kept, false, 1000)).toBe('old');
    expect(ageOf(kept, true, 1000)).toBe('asking');
    expect(ageOf({ at: null, fresh: false, why: null }, false, 1000)).toBe('none');
  });
});

describe('pasted numbers', () => {
  it('are split at lines, commas, tabs and semicolons, Chinese ones included', () => {
    expect(readNumbers('A1\r\nA2,A3;A4\tA5，A6；A7、A8\n').numbers).toEqual(
      Array.from({ length: 8 }, (_, at) => `A${String(at + 1)}`),
    );
  });

  it('are taken once each, without quotes, extra spaces and invisible characters', () => {
    const read = readNumbers(`\uFEFF "A1" \n'A2'\n A1\u200B\n\u00A0RR  12 CN\n${'9'.repeat(201)}\n\n`);
    expect(read).toEqual({ numbers: ['A1', 'A2', 'RR 12 CN'], repeated: 1, tooLong: 1 });
  });

  it('are split at spaces if each part is a whole number, but not if one number is printed in groups', () => {
    expect(readNumbers('LX284613579CN LX284613580CN  9400100000000000000001').numbers).toHaveLength(3);
    for (const one of ['RR 123 456 789 CN', '1Z 999 AA1 01 2345 6784', '9400 1000 0000 0000 0000 00'])
      expect(readNumbers(one).numbers).toEqual([one]);
    expect(readNumbers('BLUE MUG 12345678', 'lines').numbers).toEqual(['BLUE MUG 12345678']);
  });

  it('keep their commas if only lines separate them', () => {
    expect(readNumbers('a,b\nc;d', 'lines').numbers).toEqual(['a,b', 'c;d']);
  });
});

describe('the text of an answer', () => {
  it('is truncated if it is too long to render', () => {
    expect(rawText({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(rawText('x'.repeat(200_000)).length).toBe(100_002);
  });
});
