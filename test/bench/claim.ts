import { why } from '../../shared/whys.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { figure, quantile, timed, type Figure } from './figure.ts';

const sizes = [10_000, 100_000];

/** Claim and settle of one entry in a small and a large outbox: the cost must not grow with its size. */
export function* claim(): Generator<Figure> {
  for (const shape of ['pending', 'history'] as const) {
    const medians = sizes.map((size) => medianAt(size, shape));
    const [small = Number.NaN, large = Number.NaN] = medians;
    const against = { name: `${sizes[0]} entries`, value: small };
    yield figure('claim', `${shape}, ${sizes[1]} entries`, large, 'ms', against, 1.25);
  }
}

function medianAt(size: number, shape: 'pending' | 'history'): number {
  const desk = openTestOutbox();
  try {
    for (let n = 0; n < size; n += 500) {
      desk.outbox.enqueueMany(
        Array.from({ length: Math.min(500, size - n) }, (_, k) => labelCapture(`C${n + k}`)),
        '',
        false,
      );
    }
    if (shape === 'history') {
      desk.db.exec(`UPDATE entry SET state = 'done', accepted_at = 1, settled_at = 1 WHERE seq <= ${size - 1000}`);
    }
    const times: number[] = [];
    for (let n = 0; n < 500; n++) {
      times.push(
        timed(() => {
          const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
          if (claimed === undefined) throw new Error('nothing to claim');
          const change = { events: ['accepted', 'made'] as const, why: why('made'), wait: null };
          desk.outbox.sync.settle(
            claimed,
            { status: 200, contentType: null, body: '{}' },
            'accepted',
            change,
            desk.now(),
          );
        }),
      );
    }
    return quantile(times, 0.5);
  } finally {
    desk.close();
  }
}
