import type { DiskReason } from '../../../shared/contract/disk-reasons.ts';
import type { FileFault } from '../../../shared/import/file-faults.ts';
import { headerAdvice } from '../../../shared/settings/secret-header.ts';
import { importIssues } from './import-issues.ts';
import { counting } from '../plural.ts';

const n = counting('en');

type P = Readonly<Record<string, string | number>>;

const dialogs = {
  open: 'A dialog is open already. Answer it first.',
  again: 'A dialog was closed just now. Press again to open another.',
};

const badSettings: Readonly<Record<string, string>> = {
  ...headerAdvice,
  'chosen-in-host':
    'A folder is not typed here. Choose it in the dialog of the program; in a browser it is given when the desk is started (--journal-copy).',
  'backup-first':
    'No folder for backups is chosen. Choose one in the settings; in a browser it is given when the desk is started (--backup-folder DIR).',
  logo: 'That is no logo of this program. Choose a PNG, or remove it.',
  boxes: 'Each box has a name, used once, and its three sides: S 20x15x10; M 30x20x15.',
  'dialog-open': dialogs.open,
  'dialog-again': dialogs.again,
  'passphrase-short': 'A passphrase has at least 12 characters. Four or five words are easy to keep.',
  'passphrase-unlike': 'The two passphrases are not the same.',
  'sheet-part': 'That is not the end of the recovery key on the sheet. Nothing was changed.',
  'sheet-kept': 'The recovery sheet is on paper already. Set a new passphrase to print a new one.',
  'no-passphrase': 'No passphrase is set.',
  'no-session': 'This program is not started by the computer here. Start it as it was started today.',
  'test-saved': 'In a browser only the saved address is tested. Save this one first, then test it.',
  'session-refused': 'This computer does not let the desk change what it starts with. Nothing was changed.',
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
  locked: (p) =>
    `Another program holds the database in ${p.folder}. Close what may have it open (a database tool, a program that syncs or backs up folders), and have virus scanners leave this folder out; the desk goes on by itself.`,
  'locks-ignored': (p) =>
    `The disk that holds ${p.folder} does not stop a second program from working there, and every order would be sent again. Move the whole folder to a disk of this computer, or have the share mounted with locks (NFS without nolock, SMB without nobrl).`,
  'no-locks': (p) =>
    `The disk that holds ${p.folder} takes no locks, so the desk cannot tell whether another program works there. Have the locks of the share switched on (for NFS, its lock service), or move the whole folder to a disk of this computer.`,
  stopped: () => 'The part of the program that saves has stopped. It is being started again.',
} satisfies Record<DiskReason, (p: P) => string>;

const badFiles: Readonly<Record<string, string>> = {
  empty: 'This file is empty.',
  'other-desk':
    'This backup is of another desk, or of the other folder of this one. Nothing was changed. Choose another backup, or restore this one into its own folder on the command line.',
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
  'no-desk': 'Nothing was ever entered in this folder.',
  silent: 'This place does not answer. See that its disk or network share is connected, then try again.',
  away: 'This is not the folder that was chosen: its disk or network share is not connected. Connect it; where the folder is to be used as it is now, choose it again.',
  printers: 'The list of printers on this machine cannot be read. Whoever looks after this computer can set it right.',
} satisfies Record<FileFault, string>;

/** States that prevent a print command, where the texts for entries do not fit. */
const printStates: Readonly<Record<string, string>> = {
  'in-job': 'This label is in a print job already. See the print jobs on the labels screen.',
  'on-paper': 'This label is on paper already. Give a reason to print it once more.',
  'reprint-open': 'A new label was requested. Print it, or cancel that print, before its parcel is handed over.',
  'maybe-printed': 'This label may be on paper already. Say first whether it is.',
  asks: 'Say first which label of this job was the last good one.',
  'asks-nothing': 'Somebody has answered this already.',
  'stop-first': 'Stop this print job before it goes to another printer.',
  'not-scanned': 'The scans of this batch are over. Nothing was counted.',
  'not-waiting': 'This print job waits for no number now.',
  'drill-on': 'A drill is on already. End it first.',
  'not-practice': 'A drill is for practice. Go to practice first; nothing was begun.',
};

/** Commands not done, or possibly not done, because the desk was opening another folder or file. */
const stops: Readonly<Record<string, (p: P) => string>> = {
  'going-back': (p) =>
    `The desk is going back to a backup (${p.percent} %). Nothing was saved; do this again when that is done.`,
  'went-back': () =>
    'The desk went back to a backup meanwhile. Look whether this was saved, then do it again if it was not.',
  stopped: () => 'It was stopped before everything was read. Nothing was changed.',
  reopening: () => 'The desk is opening its folder again. Nothing was saved; do this again in a moment.',
  reopened: () =>
    'The desk opened its folder again meanwhile. Look whether this was saved, then do it again if it was not.',
  live: () =>
    'The desk went to live meanwhile. Look whether this was saved there, then do it again if it is meant for live.',
  practice: () =>
    'The desk went to practice meanwhile. Look whether this was saved there, then do it again if it is meant for practice.',
  'right-not-checked': () =>
    'The desk is changing to another folder or opening its data again, so it could not check who may do this. Nothing was done. Try again in a moment.',
};

/** After several wrong PINs in a row for one operator. */
const laterPin = (p: P): string =>
  Number(p.waits ?? 0) > 0
    ? ` The next one is looked at after ${n(p.waits ?? 0, '# second', '# seconds')}; another supervisor ends that by saving this operator.`
    : '';

const tooManyPins =
  'Too many PINs are being tried for this operator. Wait until those are done, then try again; another supervisor can allow it meanwhile.';

/** Why a protected action was denied. */
const needsRight: Readonly<Record<string, (p: P) => string>> = {
  unknown: () => 'No operator has this code or name.',
  'pin-wrong': (p) => `This is not the PIN.${laterPin(p)}`,
  'not-allowed': (p) => `${p.name} may not do this.`,
  wait: () => tooManyPins,
};

const unlike: Readonly<Record<string, string>> = {
  'rights-need-pin': 'Who has rights needs a PIN. Set one.',
  'no-supervisor':
    'Somebody with a PIN must keep the right to change settings and operators, as long as anybody has a right.',
  'pin-wait': tooManyPins,
  'no-pin':
    'This operator has no PIN, and at this desk everybody who takes over types one. The screen Operators gives one.',
  'not-in-job': 'This is no label that was sent to the printer in this job. Scan the last label that came out.',
  'not-sent': 'This label was not sent to the printer yet, so it cannot be the last one that came out.',
  'scan-number': 'An earlier label of this order has this code too. Scan the barcode of the number instead.',
  'which-print':
    'Another label has this code too, so it does not tell which one came out last. Choose the last good label from the list.',
  'test-label': 'That is not what stands on the last test label of this printer.',
  'no-test-label': 'Print a test label first.',
  'no-drill': 'This desk had no such drill.',
};

const printerProblems: Readonly<Record<string, (p: P) => string>> = {
  busy: () => dialogs.open,
  'dialog-again': () => dialogs.again,
  'no-printer': () => 'This machine knows no printer. Nothing was printed. Add one, or save the labels as PDF.',
  address: () => 'This is no address of a printer. Write it like 192.0.2.7, or ipp://192.0.2.7/ipp/print.',
  'not-reached': () => 'No printer answers at this address. See that it is switched on and connected.',
  'no-answer': () =>
    'Something is at this address, but it gives no answer. See that it is a printer and is not busy, then try again.',
  'no-zpl': () =>
    'Something is at this address, but it does not answer as a label printer does. If it is one, put paper in and close it: many say nothing while they are out of paper or open.',
  'no-ipp': () =>
    'Something is at this address, but it is no printer that speaks IPP. See that this is the address of the printer; a label printer is often reached without ipp://, like 192.0.2.7.',
  form: () =>
    'This printer takes neither PDF nor pages of dots (PWG raster, AirPrint), so the desk cannot print labels on it this way.',
  certificate: (p) =>
    `This printer answers over a secured line, but nobody vouches that it is the right one. Compare this with what the printer itself shows or prints: ${p.said}`,
  'no-system': () =>
    'Only the window of Parcel Desk prints on printers of the system. Here, give its address on the network.',
  'passes-on': (p) => `${p.said} is a queue that passes labels on: what it calls done is no proof of paper.`,
  'device-unnamed': () =>
    'A page may not name a device of this computer. Choose it in the dialog of the program, or set it up on the command line: desk printers add NAME /dev/usb/lp0.',
  media: (p) =>
    `This printer does not hold labels of this size${p.said ? `; it says: ${p.said}` : ''}. Nothing was printed. Put labels of this size in, or choose another printer.`,
  unknown: (p) => `No printer here is called ${p.said}.`,
  'in-use': () => 'This printer is printing now. Wait for the end of its job.',
  'not-ipp': () => 'This test is for printers that are reached by IPP.',
  unnamed: () =>
    'A page in a browser may not name printers. Whoever started the desk sets it up there: desk printers add NAME ADDRESS.',
  'none-set-up': () => 'No label printer is set up at this desk. Set one up in the settings.',
};

/** Sentences for problems, by kind, and for issues of fields, by code. */
export const problems = {
  kind: {
    invalid: (p: P) => unlike[p.reason ?? ''] ?? 'Some fields are not right yet.',
    'unknown-entry': () => 'This entry is not on this desk.',
    'wrong-state': (p: P) =>
      printStates[p.reason ?? ''] ??
      `The entry has moved on meanwhile; it is ${p.state ?? 'in another state'} now. Nothing was changed.`,
    'maybe-taken': (p: P): string =>
      p.reason === 'withdrawn'
        ? 'An order with this number was withdrawn, and the service may have it. Look whether it does before you send it again.'
        : 'The service may have this order. Check its status, or decide, before you change it.',
    'needed-by': (p: P) =>
      p.count === undefined
        ? 'Other entries need this one. Decide what becomes of them.'
        : n(
            p.count,
            'An entry needs this one. Decide what becomes of it.',
            '# entries need this one. Decide what becomes of them.',
          ),
    'key-in-use': (p: P) =>
      p.reason === 'printer'
        ? `A printer with the name or address ${p.key} is set up already.`
        : `${p.key ?? 'This number'} is used by another entry of this desk. Take another one.`,
    'key-used-twice': (p: P) => `${p.key ?? 'This number'} is used twice; the other is in row ${p.row ?? '?'}.`,
    'other-target': (p: P) =>
      `This folder belongs to ${p.bound ?? 'another service'}. It cannot deliver to ${p.asked ?? 'this one'}.`,
    'folder-in-use': () => 'Another process works on this data folder. Close it first.',
    'folder-gone': (p: P) =>
      `The data folder${p.folder === undefined ? '' : ` ${p.folder}`} was deleted or moved, so this was not saved; see the message at the top.`,
    'folder-superseded': (p: P) =>
      `This desk is worked on in ${p.by ? String(p.by) : 'a folder of another computer'} now, so nothing is saved or sent in this folder; see the message at the top.`,
    'needs-right': (p: P) =>
      needsRight[p.reason ?? '']?.(p) ?? 'Somebody who may do this must allow it with a PIN. Nothing was done.',
    'target-unknown': (p: P) =>
      `Nobody on this computer has said yet that the secret may go to ${p.bound ?? 'this address'}.`,
    'newer-database': () => 'The data folder was written by a newer version of this program. Install that version.',
    damaged: (p: P) =>
      p.reason === 'backup'
        ? 'This backup is not whole, or another passphrase locks it. Nothing was changed; choose another one.'
        : `The data file${p.folder === undefined ? '' : ` in ${p.folder}`} is damaged. It was left as it is. Restore the newest backup into an empty folder.`,
    locked: (p: P) =>
      p.reason === 'mistyped'
        ? `Group ${p.group} of the recovery key is mistyped.`
        : p.reason === 'older-key'
          ? 'This backup is locked with a passphrase that was replaced. Nothing was changed. Open the list again and confirm that you take it, or take a newer one.'
          : p.reason === 'open-beside-locked'
            ? 'This backup is open, though backups of this desk are locked. Nothing was changed. Open the list again and confirm that you take it, or take a locked one.'
            : p.reason === 'no-lock'
              ? 'The journal is locked, and the line that says what opens it is missing. Restore from a locked backup, or without the journal.'
              : 'This copy is locked, and is not opened by this passphrase or recovery key.',
    disk: (p: P) => disks[p.reason ?? '']?.(p) ?? 'The disk takes nothing now. What was saved before is safe.',
    'bad-address': (p: P): string =>
      p.reason === 'restored'
        ? 'This folder was restored, and where it delivers is not known. Set the address of the service.'
        : 'This is no address of a service: it must start with https:// (or lie on this machine).',
    'bad-file': (p: P) => badFiles[p.reason ?? ''] ?? 'This file cannot be read.',
    'bad-setting': (p: P) => badSettings[p.reason ?? ''] ?? 'This value is outside its limits. Nothing was changed.',
    'not-shown': () => 'The answer came in an unexpected form. The raw text is shown below.',
    offline: () => 'The service cannot be reached now. Nothing is lost.',
    paused: () => 'Sending is paused; see the message at the top.',
    service: (p: P) => `The service refused with status ${p.status ?? 'unknown'}.`,
    label: () => 'This label cannot be drawn as it is.',
    printer: (p: P) =>
      printerProblems[p.reason ?? '']?.(p) ??
      `The labels were not printed${p.said ? ` (${p.said})` : ''}. None is marked as printed. Check the printer and print again, or save the PDF.`,
    cancelled: (p: P) => stops[p.reason ?? p.to ?? '']?.(p) ?? 'Stopped.',
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
    'key-in-use': () => 'Another entry of this desk has this number.',
    'maybe-taken': () => 'An order with this number was withdrawn, and the service may have it.',
  },
  many: (p: { count: string }) => n(p.count, 'One field needs you', '# fields need you'),
  named: (p: { names: readonly string[]; more: number }) =>
    `${p.names.join(', ')}${p.more > 0 ? ` and ${n(p.more, '# more')}` : ''}`,
};
