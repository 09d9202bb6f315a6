import type { Fate } from './fates.ts';
import type { Seeded } from './seeded.ts';
import { json, text, type SimAnswer } from './sim-answers.ts';
import type { World } from './world.ts';

/** Fates in which no connection is established. */
export type NoLine = 'no-name' | 'no-connection' | 'tls';

/** Exceeds the maximum size of a record. */
const huge = `{"a":"${'x'.repeat(1_100_000)}"}`;

/** A lost request may still take effect within this time (ms): the grace period that the desk's guarantee assumes. */
const latestEffectMs = 8 * 60_000;

/** One exchange with an established connection, at the moment its request would arrive. */
export interface Exchanged {
  chance: Seeded;
  world: World;
  /** key of the order it concerns */
  key: string | undefined;
  creates: boolean;
  /** the service processes the request and answers */
  arrive: () => SimAnswer;
  /** the request never arrives */
  lost: () => void;
  /** returns an answer to the desk, or only its first half */
  answers: (answer: SimAnswer, cut?: boolean) => void;
  /** breaks the connection */
  fails: () => void;
}

/** Carries out the fate of an exchange. */
export function befall(fate: Exclude<Fate, NoLine>, exchanged: Exchanged): void {
  const { chance, world, key, creates, arrive, lost, answers, fails } = exchanged;
  const never = (answer: SimAnswer): SimAnswer => (lost(), answer);
  // A middlebox may answer before it has forwarded the request, and may never forward it.
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
 * A middlebox rejects everyone. A 404 to a status check in the service's own format would mean that the order does not
 * exist, and nothing could tell it from the truth, so a status check gets an HTML page.
 */
const forbidding = (status: number, creates: boolean): SimAnswer =>
  status === 404 && !creates
    ? { status, contentType: 'text/html', body: '<!doctype html><title>Not found</title>' }
    : json(status, { Message: 'not for you' });
