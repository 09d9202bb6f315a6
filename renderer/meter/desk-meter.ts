import { soon } from '../state/soon.ts';
import { ask } from '../transport/desk.ts';
import { MeterKeep } from './meter-keep.ts';
import { Meter } from './meter.ts';

const restMs = 15_000;

export const deskMeter = new Meter({
  keep: new MeterKeep(localStorage),
  send: (batch) => ask('meter.add', batch),
  newId: () => crypto.randomUUID(),
  later: (send) => soon(send, restMs),
});
