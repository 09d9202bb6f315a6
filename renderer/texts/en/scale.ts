import type { NoWeight } from '../../scale/weighing.ts';
import type { LinkState } from '../../scale/link-state.ts';

const no: Record<NoWeight, string> = {
  silent: 'The scale says nothing. Check that it is on and connected, and how it speaks (Settings, Scale).',
  stale: 'The scale has stopped sending. Nothing was entered: look at the scale.',
  moving: 'The scale is not still yet. Nothing was entered.',
  over: 'That is too heavy for the scale. Nothing was entered.',
  under: 'The scale stands below zero. Empty it and set it to zero.',
  fault: 'The scale reports a fault. Nothing was entered: look at the scale.',
  negative: 'The scale shows less than nothing. Empty it, clear its tare and set it to zero.',
  zero: 'Nothing lies on the scale.',
  same: 'This was weighed for the parcel before. Take it off, wait for zero, and put this one on.',
};
const state: Record<LinkState, string> = {
  off: 'No scale is set up.',
  missing: 'This browser cannot reach scales (it has no Web Serial). Use the app’s own window, Chrome or Edge.',
  unchosen: 'No port is chosen yet.',
  opening: 'Looking for the scale …',
  open: 'The port is open.',
  busy: 'The port cannot be opened. Another window or program may have it.',
  lost: 'The scale is not connected. It goes on by itself once it is there again.',
};

export const scale = {
  no,
  state,
  shown: (p: { weight: string }) => `Scale: ${p.weight}`,
  net: (p: { weight: string }) => `${p.weight} net`,
  moving: (p: { weight: string }) => `${p.weight}, moving`,
  says: 'What it says now',
  silent: 'nothing that can be read',
  quiet: 'Scale: nothing',
  isOver: 'too heavy',
  isUnder: 'below zero',
  isFault: 'fault',
  isMoving: 'moving',
  lost: 'The scale is no longer connected. Weights are typed until it is back.',
  back: 'The scale is back.',
  entered: (p: { weight: string }) => `Entered from the scale: ${p.weight}`,
  enteredNet: (p: { weight: string }) => `Entered from the scale: ${p.weight} net, since a tare is set there.`,
  unit: (p: { unit: string }) =>
    `The scale cannot be read into “${p.unit}”. Type the weight, or set the unit to g, kg, lb or oz.`,
  noField: 'This form has no weight to fill in.',
  port: 'Port',
  saveFirst: 'Choose how the scale speaks, and save. Then choose its port.',
  one: 'Only this one port is let to the desk. Choosing another lets go of it.',
};
