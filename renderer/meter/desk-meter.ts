import { desk } from '../state/desk-watch.svelte.ts';
import { soon } from '../state/soon.ts';
import { ask } from '../transport/desk.ts';
import { windowStore } from '../state/window-store.ts';
import { MeterKeep } from './meter-keep.ts';
import { Meter } from './meter.ts';

const restMs = 15_000;

export const deskMeter = new Meter({
  keep: new MeterKeep(windowStore, () => desk.desk?.folder ?? ''),
  send: (batch) => ask('meter.add', batch),
  newId: () => crypto.randomUUID(),
  later: (send) => soon(send, restMs),
});
