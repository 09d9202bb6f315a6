import { openOutbox } from '../../../electron/outbox/open-outbox.ts';
import { why } from '../../../shared/outbox/whys.ts';
import { median, ofRounds, measureMs, type Figure } from '../figure.ts';
import { sampleDesk, sizesUpTo } from '../sample-desk.ts';

const rounds = 7;
const repeats = 60;
const batchSize = 60;

/**
 * Measures claiming and settling one entry in an outbox of 10,000 entries and in larger ones, in alternating rounds,
 * and many entries in one transaction.
 */
export function* growth(): Generator<Figure> {
  const [baseSize = 10_000, ...larger] = sizesUpTo([10_000, 100_000, 1_000_000]);
  for (const size of larger) {
    // Each comparison needs a new small outbox, because it consumes the queued entries.
    const [small, large] = [benchOutbox(baseSize), benchOutbox(size)];
    try {
      const measuredRounds = Array.from({ length: rounds }, () => ({
        against: small.singleMs(),
        measured: large.singleMs(),
      }));
      yield ofRounds('outbox', `claim and settle, ${size} entries`, measuredRounds, 'ms', `${baseSize} entries`, 1.1);
    } finally {
      small.close();
      large.close();
    }
  }
  const small = benchOutbox(baseSize);
  try {
    const measuredRounds = Array.from({ length: rounds }, () => ({
      against: small.singleMs(),
      measured: small.batchMs(),
    }));
    yield ofRounds(
      'outbox',
      `claim and settle in batches of ${batchSize}, an entry`,
      measuredRounds,
      'ms',
      'one by one',
      0.1,
    );
  } finally {
    small.close();
  }
}

function benchOutbox(size: number) {
  const desk = sampleDesk({ searched: false });
  desk.grow(size);
  desk.db.pragma('synchronous = FULL');
  desk.db.pragma('cache_size = -2000');
  const now = size + 1;
  const { sync } = openOutbox(desk.db, { now: () => now, newId: () => 'none', holdMs: () => 0 });
  const answer = { status: 200, contentType: null, body: '{}' };
  const acceptedChange = { events: ['accepted', 'made'] as const, why: why('made'), wait: null };
  const claim = (count: number) => {
    const claimed = sync.claim(count, now, 'practice', []);
    if (claimed.length < count) throw new Error('too few are queued');
    return claimed;
  };
  const settle = (entry: ReturnType<typeof claim>[number]) =>
    void sync.settle(entry, answer, 'accepted', acceptedChange, now);
  return {
    /** median per entry, one by one (ms) */
    singleMs: () => median(Array.from({ length: repeats }, () => measureMs(() => claim(1).forEach(settle)))),
    /** per entry in a batch (ms) */
    batchMs: () => measureMs(() => sync.inTransaction(() => claim(batchSize).forEach(settle))) / batchSize,
    close: () => desk.close(),
  };
}
