import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { marks, type Mark } from '../../texts/states.ts';

const conflicts: ReadonlySet<string> = new Set(['was-there-before', 'another-record']);

const hasMark: Record<Mark, (entry: EntryRow) => boolean> = {
  'maybe-taken': ({ maybeTaken }) => maybeTaken,
  damaged: ({ damaged }) => damaged,
  'maybe-twice': ({ maybeTwice }) => maybeTwice,
  conflict: ({ asks }) => asks !== null && conflicts.has(asks),
  'to-cancel': ({ toCancel }) => toCancel,
  stuck: ({ waitsFor }) => waitsFor.for === 'outcome' && waitsFor.stuck,
  replaced: ({ replacedBy }) => replacedBy !== null,
  replaces: ({ replaces }) => replaces !== null,
  provisional: ({ provisional, trackingNumber }) => provisional && trackingNumber !== null,
};

/** The marks of an entry. */
export const marksOf = (entry: EntryRow): Mark[] => marks.filter((mark) => hasMark[mark](entry));
