import type { Figure } from './figure.ts';
import { capture } from './outbox/capture.ts';
import { drain } from './outbox/drain.ts';
import { duringImport } from './outbox/during-import.ts';
import { growth } from './outbox/growth.ts';
import { imports } from './outbox/import.ts';
import { start } from './outbox/start.ts';
import { syncs } from './outbox/syncs.ts';

/**
 * Measures a durable outbox: saving, importing, claiming, delivering and starting, each compared with the least that it
 * can cost.
 */
export async function* outbox(): AsyncGenerator<Figure> {
  yield* capture();
  yield* syncs();
  yield* imports();
  yield* duringImport();
  yield* drain();
  yield* growth();
  yield* start();
}
