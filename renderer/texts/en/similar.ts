export const similar = {
  ask: 'Is this parcel entered already?',
  means: 'The same goods were entered for the same recipient not long ago:',
  notice: (p: { key: string }) => `Looks like ${p.key}, entered before.`,
  late: (p: { key: string }) => `Saved; but it looks like ${p.key}, entered before.`,
  by: (p: { operator: string }) => `by ${p.operator}`,
  open: (p: { key: string }) => `Open ${p.key}`,
};
