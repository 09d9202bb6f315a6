import type { DiskReason } from '../../../shared/disk-reasons.ts';
import type { FileFault } from '../../../shared/file-faults.ts';
import { headerAdvice } from '../../../shared/secret-header.ts';
import { importIssues } from './import-issues.ts';
import { counting } from '../plural.ts';

const n = counting('en');

type P = Readonly<Record<string, string | number>>;

const badSettings: Readonly<Record<string, string>> = {
  ...headerAdvice,
  'chosen-in-host':
    'A folder is not typed here. Choose it in the dialog of the program; in a browser it is given when the desk is started (--journal-copy).',
  'backup-first':
    'No folder for backups is chosen. Choose one in the settings; in a browser it is given when the desk is started (--backup-folder DIR).',
};

const disks: Readonly<Record<string, (p: P) => string>> = {
  full: (p) => `The disk that holds ${p.folder} is full. Free some space there; the desk goes on by itself.`,
  'read-only': (p) =>
    `The disk that holds ${p.folder} is read-only. Make it writable again, or have it checked; the desk goes on by itself.`,
  'not-allowed': (p) =>
    `This user may not write into ${p.folder}. Give the right to write there; the desk goes on by itself.`,
  gone: (p) => `${p.folder} is not there. Connect its disk, or put the folder back; the desk goes on by itself.`,
  failing: (p) =>
    `The disk that holds ${p.folder} gives errors. Make a backup to another disk, and have this one checked.`,
  stopped: () => 'The part of the program that saves has stopped. It is being started again.',
} satisfies Record<DiskReason, (p: P) => string>;

const badFiles: Readonly<Record<string, string>> = {
  empty: 'This file is empty.',
  'no-spreadsheet': 'This file is no spreadsheet. Choose a CSV or XLSX file.',
  encoding:
    'The letters of this file cannot be read with this encoding. Choose another one, or save the file as "CSV UTF-8".',
  archive: 'This workbook is damaged or was cut short. Save it again, or save it as "CSV UTF-8".',
  'too-big': 'This file holds more than can be read at once. Split it into smaller files.',
  'too-slow': 'Reading this file takes too long. Save it as "CSV UTF-8", or split it into smaller files.',
  quotes: 'A cell of this file begins with a quote that never ends. Save the file again from your spreadsheet program.',
  header: 'The first row of this file has a heading that cannot be used, or one that stands there twice.',
  'missing-column': 'A column that every line needs is missing from the first row.',
  'no-rows': 'This file has a first row with headings, but nothing below it.',
  'no-sheet': 'This workbook no longer has the sheet that was chosen.',
  closed: 'The desk no longer has this file open. Choose it again; nothing is queued twice.',
  write: 'The file could not be written. See that there is room on the disk, then make it again.',
  'no-desk': 'Nothing was ever captured in this folder.',
} satisfies Record<FileFault, string>;

/** Sentences for what went wrong, by the kind of problem and by the code of an issue at a field. */
export const problems = {
  kind: {
    invalid: () => 'Some fields are not right yet.',
    'unknown-entry': () => 'This entry is not on this desk.',
    'wrong-state': (p: P) =>
      `The entry has moved on meanwhile; it is ${p.state ?? 'in another state'} now. Nothing was changed.`,
    'maybe-taken': () => 'The service may have this order. Check its status, or decide, before you change it.',
    'needed-by': (p: P) =>
      p.count === undefined
        ? 'Other entries need this one. Decide what becomes of them.'
        : n(
            p.count,
            'An entry needs this one. Decide what becomes of it.',
            '# entries need this one. Decide what becomes of them.',
          ),
    'key-in-use': (p: P) => `${p.key ?? 'This key'} is used by another entry of this desk. Take another one.`,
    'key-used-twice': (p: P) => `${p.key ?? 'This key'} is used twice; the other is in row ${p.row ?? '?'}.`,
    'other-target': (p: P) =>
      `This folder belongs to ${p.bound ?? 'another service'}. It cannot deliver to ${p.asked ?? 'this one'}.`,
    'folder-in-use': () => 'Another process works on this data folder. Close it first.',
    'folder-gone': (p: P) =>
      `The data folder${p.folder === undefined ? '' : ` ${p.folder}`} was deleted or moved, so this was not saved; see the message at the top.`,
    'folder-superseded': (p: P) =>
      `This desk is worked on in ${p.by ? String(p.by) : 'a folder of another computer'} now, so nothing is saved or sent in this folder; see the message at the top.`,
    'target-unknown': (p: P) =>
      `Nobody on this computer has said yet that the secret may go to ${p.bound ?? 'this address'}.`,
    'newer-database': () => 'The data folder was written by a newer version of this program. Install that version.',
    damaged: (p: P) =>
      `The data file${p.folder === undefined ? '' : ` in ${p.folder}`} is damaged. It was left as it is. Restore the newest backup into an empty folder.`,
    disk: (p: P) => disks[p.reason ?? '']?.(p) ?? 'The disk takes nothing now. What was saved before is safe.',
    'bad-address': (p: P): string =>
      p.reason === 'restored'
        ? 'This folder was restored, and where it delivers is not known. Set the address of the service.'
        : 'This is no address of a service: it must start with https:// (or lie on this machine).',
    'bad-file': (p: P) => badFiles[p.reason ?? ''] ?? 'This file cannot be read.',
    'bad-setting': (p: P) => badSettings[p.reason ?? ''] ?? 'This value is outside its limits. Nothing was changed.',
    'not-shown': () => 'The answer came in an unexpected form. The raw text is shown below.',
    offline: () => 'The service cannot be reached now. Nothing is lost.',
    paused: () => 'The sync is paused; see the message at the top.',
    service: (p: P) => `The service refused with status ${p.status ?? 'unknown'}.`,
    label: () => 'This label cannot be drawn as it is.',
    printer: (p: P) =>
      p.reason === 'busy'
        ? 'A print dialog is open already. Answer it first.'
        : p.reason === 'no-printer'
          ? 'This machine knows no printer. Nothing was printed. Add one, or save the labels as PDF.'
          : `The labels were not printed${p.said ? ` (${p.said})` : ''}. None is marked as printed. Check the printer and print again, or save the PDF.`,
    cancelled: () => 'Stopped.',
    'desk-gone': () =>
      'The desk does not answer. What was saved is safe. Press again when it is back; nothing is done twice.',
    'not-let-in': () =>
      'This page does not belong to the desk as it runs now. Open the address that the desk printed when it was last started.',
    'unknown-command': () => 'The desk does not know this command. The page may be older than the desk: load it anew.',
    internal: () => 'A fault of this program. Nothing was lost; the log says more.',
  },
  issue: {
    ...importIssues,
    missing: () => 'Fill this in.',
    'missing-when': (p: P) => `Needed because ${p.other} is ${p.value}.`,
    'unknown-name': () => 'The service knows no such field.',
    'wrong-case': (p: P) => `The service writes this name as ${p.meant}.`,
    'wrong-type': (p: P) => `Expected is ${p.expected}.`,
    'too-long': (p: P) => `At most ${n(p.max ?? 0, '# character', '# characters')}; there are ${p.length}.`,
    'too-short': (p: P) => `At least ${n(p.min ?? 0, '# character', '# characters')}; there are ${p.length}.`,
    pattern: () => 'Has characters that are not allowed here.',
    'too-small': (p: P) => (p.above === undefined ? `At least ${p.min}.` : `Must be above ${p.above}.`),
    'too-big': (p: P) => (p.below === undefined ? `At most ${p.max}.` : `Must be below ${p.below}.`),
    'too-many-decimals': (p: P) => `At most ${n(p.places ?? 0, '# digit', '# digits')} after the point.`,
    'not-integer': () => 'A whole number.',
    'not-safe-integer': () => 'Too large to be kept exactly.',
    'bad-date': () => 'A day, or a day and time: 2026-12-31, or 2026-12-31T14:05:00+08:00.',
    'too-many': (p: P) => `At most ${p.max}; these are ${p.count}.`,
    empty: () => 'Must not be empty.',
    'not-in-address': () => 'Has characters that cannot be part of an address.',
    'unknown-endpoint': () => 'No such endpoint.',
    'no-body': () => 'This request has no body.',
    'bad-key': () => 'Only A-Z, a-z, 0-9, - and _; 1 to 50 characters.',
    'mistyped-number': (p: P) =>
      `Mistyped: the check character does not fit. Was ${p.meant} meant? ↓ and Enter take it; saving again keeps what stands here.`,
    'not-a-number': () => 'Not a number. Write digits and one decimal sign.',
    'not-yes-or-no': () => 'Yes or no.',
    'doubtful-number': (p: P) => `Is this ${p.small} or ${p.large}? Write ${p.smallText} or ${p.largeText}.`,
    'key-in-use': () => 'Another entry of this desk has this key.',
  },
  many: (p: { count: string }) => n(p.count, 'One field needs you', '# fields need you'),
  named: (p: { names: readonly string[]; more: number }) =>
    `${p.names.join(', ')}${p.more > 0 ? ` and ${n(p.more, '# more')}` : ''}`,
};
