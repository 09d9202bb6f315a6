import { clock } from '../../state/clock.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { translateReason } from '../../forms/service-words.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { storyOf, type Story } from './story-of.ts';

/** The story of an entry at this moment, in the user's language. Read it in markup, so that countdowns update. */
export function storyNow(entry: EntryRow): Story {
  return storyOf(entry, desk.sync, {
    texts: t().states,
    now: clock.now,
    at: (ms) => format.from(Math.max(ms, clock.now), clock.now),
    number: format.number,
    reason: translateReason,
    answerLimit: format.span((desk.settings?.requestTimeoutSeconds ?? 30) * 1000),
  });
}
