/** The effort of entering a parcel. */
export const meter = {
  title: 'Meter',
  lead: (p: { pause: string }) =>
    `What a parcel costs to enter: keys, scans and seconds from the first key in an empty form to its save. Pauses of more than ${p.pause} seconds are not counted, nor are drafts that were parked.`,
  kept: 'Kept on this desk only, for 400 days, and sent nowhere. It is here to find what can be made shorter; nobody is compared with anybody.',
  periods: 'Time',
  period: { 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days' },
  byKind: 'By kind',
  byField: 'Where the time goes',
  byDay: 'By day',
  kind: 'Kind',
  parcels: 'Parcels',
  seconds: 'Seconds, median',
  keystrokes: 'Keys, median',
  scans: 'Scans each',
  fields: 'Fields each',
  model: 'Seconds by the model',
  compared: 'Compared',
  field: 'Field',
  share: 'Of all time',
  secondsEach: 'Seconds each',
  keystrokesEach: 'Keys each',
  noField: 'Outside the fields',
  day: 'Day',
  modelMeans: (p: { keystroke: string; mental: string; scan: string }) =>
    `The model is the keystroke-level model for a practised typist: ${p.keystroke} s a key, ${p.mental} s to think before each field, ${p.scan} s a scan. The line across a bar is what it says.`,
  empty: 'No parcel was entered in this time.',
};
