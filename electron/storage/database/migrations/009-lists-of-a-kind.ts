/**
 * Index for lists of one kind of entry: a page costs the same however many entries of other kinds and states there are.
 */
export const listsOfAKind = {
  version: 9,
  name: 'lists-of-a-kind',
  sql: /* sql */ `
CREATE INDEX entry_of_kind ON entry (endpoint, state, seq);
`,
};
