import type { LinkState } from '../../scale/link-state.ts';
import type { NoWeight } from '../../scale/weighing.ts';

const no: Record<NoWeight, string> = {
  silent: 'No data from the scale. Check that it is on and connected, and its protocol (Settings, Scale).',
  stale: 'The scale has stopped sending. Nothing was entered; check the scale.',
  moving: 'The weight is not stable yet. Nothing was entered.',
  over: 'Too heavy for the scale. Nothing was entered.',
  under: 'The scale is below zero. Empty it and set it to zero.',
  fault: 'The scale reports a fault. Nothing was entered; check the scale.',
  negative: 'The scale shows a negative weight. Empty it, clear its tare and set it to zero.',
  zero: 'The scale is empty.',
  same: 'This weight was already used for the last parcel. Take it off, wait for zero, and put this one on.',
};
const state: Record<LinkState, string> = {
  off: 'No scale is set up.',
  missing: 'This browser cannot reach scales (it has no Web Serial). Use the app’s own window, Chrome or Edge.',
  unchosen: 'No port is chosen yet.',
  opening: 'Looking for the scale …',
  open: 'The port is open.',
  busy: 'The port cannot be opened. Another window or program may be using it.',
  lost: 'The scale is not connected. It resumes automatically when it is back.',
};

export const scale = {
  no,
  state,
  shown: (p: { weight: string }) => `Scale: ${p.weight}`,
  net: (p: { weight: string }) => `${p.weight} net`,
  moving: (p: { weight: string }) => `${p.weight}, moving`,
  says: 'Current reading',
  silent: 'nothing readable',
  quiet: 'Scale: no data',
  isOver: 'too heavy',
  isUnder: 'below zero',
  isFault: 'fault',
  isMoving: 'moving',
  lost: 'The scale is no longer connected. Weights are typed until it is back.',
  back: 'The scale is back.',
  entered: (p: { weight: string }) => `Entered from the scale: ${p.weight}`,
  enteredNet: (p: { weight: string }) => `Entered from the scale: ${p.weight} net (a tare is set).`,
  unit: (p: { unit: string }) =>
    `The scale’s weight cannot be converted to “${p.unit}”. Type the weight, or set the unit to g, kg, lb or oz.`,
  noField: 'This form has no weight to fill in.',
  port: 'Port',
  saveFirst: 'Choose the scale protocol and save. Then choose its port.',
  one: 'The desk uses one port at a time. Choosing another disconnects this one.',
};
