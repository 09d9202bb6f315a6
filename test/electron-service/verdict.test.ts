import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { judge, type AttemptContext, type Verdict } from '../../electron/delivery/service/verdict.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { httpAnswer, possiblySent, neverSent, htmlAnswer } from '../support/exchanges.ts';
import { describe, expect, it } from 'vitest';

const creates: CreateNumber[] = [1, 2, 4, 6, 7, 8, 9, 10, 15];
/** Endpoints 1 and 2 are not documented as repeatable; requests to all others may be sent again. */
const asksFirst = new Set<CreateNumber>([1, 2]);
const documented = new Set<CreateNumber>([4, 6, 8, 9, 10, 15]);
const documentsABody = new Set<CreateNumber>([1, 2, 4, 8]);
const hasAStatus = new Set<CreateNumber>([1, 2, 4, 6, 9, 10]);

const firstTime: AttemptContext = { isCreateNewOrder: false, maybeTaken: false };
const afterLoss: AttemptContext = { isCreateNewOrder: false, maybeTaken: true };
const newOrder: AttemptContext = { isCreateNewOrder: true, maybeTaken: false };

type Word = string;
/** A verdict as text: its kind, its detail and what it pauses. */
function word(verdict: Verdict): Word {
  const beside =
    verdict.kind === 'again'
      ? verdict.mayHaveArrived
        ? ', maybe taken'
        : ''
      : verdict.kind === 'unsure'
        ? verdict.canCheckStatus
          ? ', check'
          : ', ask'
        : verdict.kind === 'not-changed'
          ? verdict.isOurs
            ? ', ours'
            : ', conflict'
          : '';
  const pauses = verdict.pause ? `; ${verdict.pause.scope === 'sync' ? verdict.pause.why : `endpoint pauses`}` : '';
  return `${verdict.kind}${beside}${pauses}`;
}

const lost = (create: CreateNumber) => (asksFirst.has(create) ? 'unsure, check' : 'again, maybe taken');
const somethingElse = (create: CreateNumber) => `${lost(create)}; something-else-answered`;
const record = { Success: true, SvcOrderId: 'S1', PackageId: 'P1' };

/** Every way an exchange can end, and its verdict on a first attempt for each create. */
const table: [name: string, exchange: Exchange, expected: Word | ((create: CreateNumber) => Word)][] = [
  ['201 with a record', httpAnswer(201, record), 'accepted'],
  ['202 with a record', httpAnswer(202, record), 'accepted'],
  [
    '200 with a record',
    httpAnswer(200, record),
    (create) => (documented.has(create) ? 'not-changed, conflict' : 'accepted'),
  ],
  [
    '200 with mislabelled JSON',
    httpAnswer(200, record, { contentType: 'text/html' }),
    (create) => (documented.has(create) ? 'not-changed, conflict' : 'accepted'),
  ],
  ['201 with a list of one record', httpAnswer(201, [record]), 'accepted'],
  ['201 without a body', httpAnswer(201, ''), (create) => (documentsABody.has(create) ? lost(create) : 'accepted')],
  ['201 of null', httpAnswer(201, 'null'), (create) => (documentsABody.has(create) ? lost(create) : 'accepted')],
  ['201 of {}', httpAnswer(201, '{}'), (create) => (documentsABody.has(create) ? lost(create) : 'accepted')],
  ['201 cut short', httpAnswer(201, '{"Pack', { bodyState: 'cut' }), lost],
  ['201 cut before a byte', httpAnswer(201, '', { bodyState: 'cut' }), lost],
  ['201 too big', httpAnswer(201, '', { bodyState: 'too-big' }), lost],
  ['201 not UTF-8', httpAnswer(201, '{"\ufffd"}', { bodyState: 'garbled' }), lost],
  ['201 of broken JSON', httpAnswer(201, '{"PackageId":'), lost],
  ['201 of broken JSON without a type', httpAnswer(201, '{"PackageId":', { contentType: null }), lost],
  ['200 of HTML', htmlAnswer(200), (create) => `${lost(create)}; something-else-answered`],
  ['200 of HTML called JSON', httpAnswer(200, ' <html>'), (create) => `${lost(create)}; something-else-answered`],
  [
    '200 of half an HTML page',
    { ...htmlAnswer(200), bodyState: 'cut' },
    (create) => `${lost(create)}; something-else-answered`,
  ],
  [
    '200 of plain words',
    httpAnswer(200, 'It works!', { contentType: 'text/plain' }),
    (create) =>
      documentsABody.has(create)
        ? `${lost(create)}; something-else-answered`
        : documented.has(create)
          ? 'not-changed, conflict'
          : 'accepted',
  ],
  [
    '201 of plain words called JSON',
    httpAnswer(201, 'OK'),
    (create) => (documentsABody.has(create) ? `${lost(create)}; something-else-answered` : 'accepted'),
  ],
  [
    '201 of plain words in brackets',
    httpAnswer(201, '[08:00] OK', { contentType: 'text/plain' }),
    (create) => (documentsABody.has(create) ? lost(create) : 'accepted'),
  ],
  ['201 of words in brackets called JSON', httpAnswer(201, '[08:00] OK'), lost],
  ['201 of plain words called HTML', httpAnswer(201, 'OK', { contentType: 'text/html' }), somethingElse],
  ['201 of two lines of words', httpAnswer(201, 'OK\nall of it', { contentType: 'text/plain' }), somethingElse],
  ['201 of 201 characters', httpAnswer(201, 'x'.repeat(201), { contentType: 'text/plain' }), somethingElse],
  [
    '201 of 200 characters',
    httpAnswer(201, 'x'.repeat(200), { contentType: 'text/plain' }),
    (create) => (documentsABody.has(create) ? somethingElse(create) : 'accepted'),
  ],
  ['401', httpAnswer(401, '{}'), 'paused; unauthorized'],
  ['301', httpAnswer(301), 'paused; redirect'],
  ['302 of a sign-in page', { ...htmlAnswer(302), location: 'http://door.example/login' }, 'paused; redirect'],
  ['307', httpAnswer(307), 'paused; redirect'],
  ['403', httpAnswer(403), 'paused; endpoint pauses'],
  ['404', httpAnswer(404), 'paused; endpoint pauses'],
  ['405', httpAnswer(405), 'paused; endpoint pauses'],
  ['409', httpAnswer(409), (create) => (hasAStatus.has(create) ? 'unsure, check' : 'refused')],
  ['429', httpAnswer(429), 'again'],
  ['400', httpAnswer(400, { Message: 'bad' }), 'refused'],
  ['402', httpAnswer(402), 'refused'],
  ['410', httpAnswer(410), 'refused'],
  ['412', httpAnswer(412), 'refused'],
  ['413', httpAnswer(413), 'refused'],
  ['422', httpAnswer(422), 'refused'],
  ['451', httpAnswer(451), 'refused'],
  ['408', httpAnswer(408), lost],
  ['425', httpAnswer(425), lost],
  ['500', httpAnswer(500, { Message: 'bad' }), lost],
  ['502 of a proxy', htmlAnswer(502), lost],
  ['503', httpAnswer(503), lost],
  ['504', httpAnswer(504), lost],
  ['a broken connection', possiblySent('broken'), lost],
  ['a timeout', possiblySent('timeout'), lost],
  ['no HTTP', possiblySent('not-http'), lost],
  ['a stop in the middle', possiblySent('stopped'), lost],
  ['a TLS failure in the middle', possiblySent('tls'), (create) => `${lost(create)}; tls`],
  ['a name not found', neverSent('name'), 'again'],
  ['a connection refused', neverSent('refused'), 'again'],
  ['no route to the host', neverSent('unreachable'), 'again'],
  ['a timeout while connecting', neverSent('timeout'), 'again'],
  ['a TLS failure', neverSent('tls'), 'paused; tls'],
  ['a stop before it was sent', neverSent('stopped'), 'paused'],
];

describe('the verdict on a first attempt', () => {
  for (const [name, exchange, expected] of table) {
    it.each(creates)(`${name}, endpoint %i`, (create) => {
      const wanted = typeof expected === 'function' ? expected(create) : expected;
      expect(word(judge(create, exchange, firstTime))).toBe(wanted);
    });
  }
});

describe('after a lost answer', () => {
  it.each(creates)('a refusal by endpoint %i is not believed without a status check or a person', (create) => {
    const verdict = judge(create, httpAnswer(400, { Message: 'exists' }), afterLoss);
    expect(word(verdict)).toBe(hasAStatus.has(create) ? 'unsure, check' : 'unsure, ask');
    expect(verdict).toMatchObject({ reason: { text: 'exists' } });
  });
  it.each(creates.filter((create) => documented.has(create)))(
    'an answer "not changed" from endpoint %i proves that the order is ours',
    (create) => {
      expect(word(judge(create, httpAnswer(200, record), afterLoss))).toBe('not-changed, ours');
    },
  );
  it.each(creates)(
    'a request that endpoint %i was too busy for, or never got, is sent again and counts as not taken',
    (create) => {
      expect(word(judge(create, httpAnswer(429), afterLoss))).toBe('again');
      expect(word(judge(create, neverSent(), afterLoss))).toBe('again');
    },
  );
});

describe('with IsCreateNewOrder', () => {
  const lostly = table.filter(([, exchange]) => word(judge(2, exchange, firstTime)).startsWith('unsure'));
  for (const [name, exchange] of lostly) {
    it.each([1, 2, 10] as const)(`${name} on endpoint %i is left to a person`, (create) => {
      // An endpoint without a documented body accepts with an empty one or a line of text.
      if (create === 10 && !word(judge(create, exchange, firstTime)).startsWith('again')) return;
      expect(word(judge(create, exchange, newOrder))).toMatch(/^unsure, ask/);
    });
  }
  it('a request that never left is still sent again', () => {
    expect(word(judge(1, neverSent(), newOrder))).toBe('again');
  });
});

describe('a verdict', () => {
  it.each([429, 503] as const)('on %i carries Retry-After', (status) => {
    expect(judge(4, httpAnswer(status, '', { retryAfterMs: 7000 }), firstTime)).toMatchObject({
      kind: 'again',
      afterMs: 7000,
    });
  });
  it('on a batch outbound order without SvcOrderId and success is a refusal with its message', () => {
    const reply = { CustomerOrderNo: 'C1', Success: false, Message: 'WareHouseCode is unknown' };
    expect(judge(8, httpAnswer(201, reply), firstTime)).toMatchObject({
      kind: 'refused',
      reason: { text: 'WareHouseCode is unknown', field: 'WareHouseCode' },
    });
    expect(word(judge(8, httpAnswer(201, reply), afterLoss))).toBe('unsure, ask');
    expect(word(judge(8, httpAnswer(201, { ...reply, SvcOrderId: 'S1' }), firstTime))).toBe('accepted');
  });
  it('on a redirect names its target without the secrets of the address', () => {
    const verdict = judge(4, httpAnswer(302, '', { location: 'https://door.example/in?token=1' }), firstTime);
    expect(verdict.pause?.message).toContain('https://door.example (302)');
    expect(verdict.pause?.message).not.toContain('token');
  });
  it('on a web page quotes its title as plain text', () => {
    const verdict = judge(4, htmlAnswer(200, '<title>Hotel &amp; Bar</title><script>alert(1)</script>'), firstTime);
    expect(verdict.pause?.message).toContain('"Hotel & Bar"');
  });
});
