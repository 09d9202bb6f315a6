import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { judgeRead } from '../../electron/delivery/service/verdict.ts';
import { httpAnswer, possiblySent, neverSent, htmlAnswer } from '../support/exchanges.ts';
import { describe, expect, it } from 'vitest';

const table: [string, Exchange, object][] = [
  ['200 with JSON', httpAnswer(200, { a: 1 }), { kind: 'json', json: { a: 1 } }],
  ['404', httpAnswer(404, { Message: 'packageId not found' }), { kind: 'absent', page: false }],
  ['404 with a page', htmlAnswer(404), { kind: 'absent', page: true }],
  [
    '404 cut, as a page may be before its first byte',
    httpAnswer(404, '', { bodyState: 'cut' }),
    { kind: 'unread', status: 404 },
  ],
  ['404 too big', httpAnswer(404, '{"a":', { bodyState: 'too-big' }), { kind: 'unread', status: 404 }],
  ['401', httpAnswer(401), { kind: 'paused', pause: { why: 'unauthorized' } }],
  ['302', httpAnswer(302), { kind: 'paused', pause: { why: 'redirect' } }],
  ['200 with a page', htmlAnswer(200), { kind: 'paused', pause: { why: 'something-else-answered' } }],
  ['403', httpAnswer(403), { kind: 'unread', status: 403 }],
  ['405', httpAnswer(405), { kind: 'unread' }],
  ['400', httpAnswer(400, { Message: 'no' }), { kind: 'unread', reason: { text: 'no' } }],
  ['429', httpAnswer(429, '', { retryAfterMs: 5000 }), { kind: 'unread', afterMs: 5000 }],
  ['503', httpAnswer(503), { kind: 'unread' }],
  ['200 empty', httpAnswer(200), { kind: 'unread' }],
  ['200 cut', httpAnswer(200, '{', { bodyState: 'cut' }), { kind: 'unread' }],
  ['200 broken', httpAnswer(200, '{'), { kind: 'unread' }],
  ['no answer', possiblySent(), { kind: 'unreached' }],
  ['an unreachable service', neverSent(), { kind: 'unreached' }],
  ['a TLS failure', neverSent('tls'), { kind: 'paused', pause: { why: 'tls' } }],
];

describe('the verdict on a read', () => {
  it.each(table)('%s', (_name, exchange, expected) => {
    expect(judgeRead(16, exchange)).toMatchObject(expected);
  });
});
