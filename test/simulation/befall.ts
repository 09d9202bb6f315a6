import type { Fate } from './fates.ts';
import type { Seeded } from './seeded.ts';
import { json, text, type SimAnswer } from './sim-answers.ts';
import type { World } from './world.ts';

/** It found no line. */
export type NoLine = 'no-name' | 'no-connection' | 'tls';

/** More than a record may have. */
const huge = `{"a":"${'x'.repeat(1_100_000)}"}`;

/** Effects arrive within this time of being lost (ms): the grace period that the promise of the desk is about. */
const latestEffectMs = 8 * 60_000;

/** One exchange that has found a line, at the moment when it would arrive. */
export interface Exchanged {
  chance: Seeded;
  world: World;
  /** what it is about */
  key: string | undefined;
  creates: boolean;
  /** the service takes it, and answers */
  arrive: () => SimAnswer;
  /** it never will */
  lost: () => void;
  /** an answer goes back to the desk, or the first half of it */
  answers: (answer: SimAnswer, cut?: boolean) => void;
  /** the connection breaks */
  fails: () => void;
}

/** What becomes of an exchange by its fate. */
export function befall(fate: Exclude<Fate, NoLine>, exchanged: Exchanged): void {
  const { chance, world, key, creates, arrive, lost, answers, fails } = exchanged;
  const never = (answer: SimAnswer): SimAnswer => (lost(), answer);
  // what is in between begins to answer before it has passed the request on, and may never do that
  const half = (): SimAnswer => (chance.chance(0.5) ? arrive() : never(json(200, { PackageId: key })));
  const withBody = (answer: SimAnswer, given: Pick<SimAnswer, 'body'> & Partial<SimAnswer>): SimAnswer =>
    answer.onlyText ? answer : { ...answer, ...given };

  switch (fate) {
    case 'well':
    case 'slow':
      return answers(arrive());
    case 'cut':
      return answers(half(), true);
    case 'empty':
      return answers(withBody(arrive(), { body: '' }));
    case 'broken-json':
      return answers({ ...half(), contentType: 'application/json', body: '{"PackageId": "' });
    case 'wrong-type':
      return answers(
        withBody(arrive(), {
          contentType: 'application/json',
          body: chance.one(['[]', '7', 'true', '{"Status":[1]}']),
        }),
      );
    case 'too-big':
      return answers({ ...half(), contentType: 'application/json', body: huge });
    case 'page-after':
      arrive();
      return answers({ status: 200, contentType: 'text/html', body: '<html><body>Gateway says hello</body></html>' });
    case 'lost-before':
      lost();
      return fails();
    case 'lost-after':
      arrive();
      return fails();
    case 'late':
      fails();
      return void world.after(chance.between(0, latestEffectMs), arrive);
    case 'hangs-before':
      return lost();
    case 'hangs-after':
      return void arrive();
    case 'error-before':
      return answers(never({ status: chance.one([500, 502, 503]), contentType: 'text/html', body: '<p>no</p>' }));
    case 'error-after':
      arrive();
      return answers({ status: chance.one([500, 502, 504]), contentType: 'text/html', body: '<p>no</p>' });
    case 'error-wait':
      return answers(never({ ...text(503, 'later'), headers: { 'retry-after': String(1 + chance.below(90)) } }));
    case 'busy-after':
      arrive();
      return answers(text(chance.one([408, 425]), 'not now'));
    case 'too-many': {
      const headers: Record<string, string> = chance.chance(0.5) ? { 'retry-after': String(1 + chance.below(60)) } : {};
      return answers(never({ ...text(429, 'slow down'), headers }));
    }
    case 'too-many-until': {
      const until = new Date(world.now() + 1000 * (1 + chance.below(60))).toUTCString();
      const date = new Date(world.now()).toUTCString();
      return answers(never({ ...text(429, 'slow down'), headers: { 'retry-after': until, date } }));
    }
    case 'portal':
      return answers(never({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }));
    case 'long-text':
      return answers(never(text(200, `Welcome to this network. ${'Please read on. '.repeat(20)}`)));
    case 'redirect':
      return answers(never({ ...text(302, ''), headers: { location: 'https://door.example/' } }));
    case 'forbidden':
      return answers(never(forbidding(chance.one([403, 405, 404]), creates)));
  }
}

/**
 * Whoever is in between lets nobody through. A status that answers 404 in the words of a service says that the order is not there, and
 * nobody could tell that from the truth: of statuses it comes as a page.
 */
const forbidding = (status: number, creates: boolean): SimAnswer =>
  status === 404 && !creates
    ? { status, contentType: 'text/html', body: '<!doctype html><title>Not found</title>' }
    : json(status, { Message: 'not for you' });
