import { windowStore } from '../choices/page-store.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { throttled } from '../state/throttled.ts';
import { ask } from '../transport/desk.ts';
import { MeterStore } from './meter-store.ts';
import { Meter } from './meter.ts';

const restMs = 15_000;

export const deskMeter = new Meter({
  keep: new MeterStore(windowStore, () => desk.desk?.folder ?? ''),
  send: (batch) => ask('meter.add', batch),
  newId: () => crypto.randomUUID(),
  later: (send) => throttled(send, restMs),
});
