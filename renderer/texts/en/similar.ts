export const similar = {
  ask: 'Has this parcel already been entered?',
  means: 'The same goods were recently entered for the same recipient:',
  notice: (p: { key: string }) => `Possible duplicate of ${p.key}.`,
  late: (p: { key: string }) => `Saved, but it is a possible duplicate of ${p.key}.`,
  by: (p: { operator: string }) => `by ${p.operator}`,
  open: (p: { key: string }) => `Open ${p.key}`,
};
