import type { DiskReason } from '../../../shared/contract/disk-reasons.ts';
import type { FileFault } from '../../../shared/import/file-faults.ts';
import { headerAdvice } from '../../../shared/settings/settings.ts';
import { counting } from '../plural.ts';
import { importIssues } from './import-issues.ts';

const n = counting('en');

type P = Readonly<Record<string, string | number>>;

const dialogs = {
  open: 'A dialog is already open. Answer it first.',
  again: 'A dialog was just closed. Press again to open another.',
};

const badSettings: Readonly<Record<string, string>> = {
  ...headerAdvice,
  'chosen-in-host':
    'Choose the folder in the program’s dialog; in a browser it is set by the start option --journal-copy.',
  'backup-first':
    'No backup folder is set. Choose one in Settings; in a browser it is set by the start option --backup-folder DIR.',
  logo: 'This logo cannot be used. Choose a PNG, or remove it.',
  boxes: 'Each box needs a unique name and three sides: S 20x15x10; M 30x20x15.',
  'dialog-open': dialogs.open,
  'dialog-again': dialogs.again,
  'passphrase-short': 'A passphrase needs at least 12 characters. Four or five words are easy to remember.',
  'passphrase-unlike': 'The two passphrases differ.',
  'sheet-part': 'This does not match the end of the recovery key on the sheet. Nothing was changed.',
  'sheet-kept': 'The recovery sheet was already printed. Set a new passphrase to print a new one.',
  'no-passphrase': 'No passphrase is set.',
  'no-session': 'This copy of the program cannot start with the computer.',
  'test-saved': 'In a browser only the saved address can be tested. Save this one first, then test it.',
  'session-refused': 'This computer does not allow the desk to change its startup programs. Nothing was changed.',
};

const disks: Readonly<Record<string, (p: P) => string>> = {
  full: (p) => `The disk of ${p.folder} is full. Free some space; work then continues automatically.`,
  'read-only': (p) =>
    `The disk of ${p.folder} is read-only. Make it writable, or have it checked; work then continues automatically.`,
  'not-allowed': (p) =>
    `This user may not write to ${p.folder}. Grant write access; work then continues automatically.`,
  gone: (p) => `${p.folder} is missing. Connect its disk, or put the folder back; work then continues automatically.`,
  failing: (p) => `The disk of ${p.folder} reports errors. Make a backup to another disk, and have this one checked.`,
  locked: (p) =>
    `Another program has locked the database in ${p.folder}. Close whatever may have it open (a database tool, a sync or backup program) and exclude this folder from virus scans; work then continues automatically.`,
  'locks-ignored': (p) =>
    `The disk with ${p.folder} does not keep a second program out, so orders could be sent twice. Move the whole folder to a disk of this computer, or have the share mounted with locks (NFS without nolock, SMB without nobrl).`,
  'no-locks': (p) =>
    `The disk with ${p.folder} supports no locks, so the desk cannot tell whether another program works there. Have locks switched on for the share (for NFS, its lock service), or move the whole folder to a disk of this computer.`,
  stopped: () => 'The part of the program that saves has stopped. It is being restarted.',
} satisfies Record<DiskReason, (p: P) => string>;

const badFiles: Readonly<Record<string, string>> = {
  empty: 'This file is empty.',
  'other-desk':
    'This backup is from another desk, or from the other folder of this one. Nothing was changed. Choose another backup, or restore this one to its own folder on the command line.',
  'no-spreadsheet': 'This file is not a spreadsheet. Choose a CSV or XLSX file.',
  encoding: 'This file cannot be read with this text encoding. Choose another one, or save the file as “CSV UTF-8”.',
  archive: 'This workbook is damaged or incomplete. Save it again, or save it as “CSV UTF-8”.',
  'too-big': 'This file is too large to read at once. Split it into smaller files.',
  'too-slow': 'Reading this file takes too long. Save it as “CSV UTF-8”, or split it into smaller files.',
  quotes:
    'A cell of this file has an opening quote without a closing one. Save the file again from your spreadsheet program.',
  header: 'The first row of this file has a heading that cannot be used, or the same heading twice.',
  'missing-column': 'A required column is missing from the first row.',
  'no-rows': 'This file has headings but no rows below them.',
  'no-sheet': 'This workbook no longer has the selected sheet.',
  closed: 'The desk no longer has this file open. Choose it again; nothing is queued twice.',
  write: 'The file could not be written. Check that there is space on the disk, then try again.',
  'no-desk': 'Nothing has been entered in this folder.',
  silent: 'This folder is not responding. Check that its disk or network share is connected, then try again.',
  away: 'This is not the folder you chose: its disk or network share is not connected. Connect it, or choose the folder again to use it as it is.',
  printers: 'The list of printers on this computer cannot be read. Ask whoever looks after this computer.',
  'not-readable':
    'A file of this program cannot be read, so nothing was changed. Ask whoever looks after this computer to make it readable or to move it away.',
} satisfies Record<FileFault, string>;

/** States that prevent a print command, where the texts for entries do not fit. */
const printStates: Readonly<Record<string, string>> = {
  'in-job': 'This label is already in a print job. See the print jobs on the Labels screen.',
  'on-paper': 'This label is already printed. Give a reason to reprint it.',
  'reprint-open': 'A new label was requested. Print it, or cancel that print, before its parcel is handed over.',
  'maybe-printed': 'This label may already be printed. First say whether it is.',
  asks: 'First say which label of this job was the last good one.',
  'asks-nothing': 'Somebody has already answered this.',
  'stop-first': 'Stop this print job before you move it to another printer.',
  'not-scanned': 'Scanning of this batch is finished. Nothing was counted.',
  'not-waiting': 'This print job is not waiting for a number.',
  'drill-on': 'A drill is already running. End it first.',
  'not-practice': 'Drills run in practice mode only. Switch to practice first.',
};

/** Commands not done, or possibly not done, because the desk was opening another folder or file. */
const stops: Readonly<Record<string, (p: P) => string>> = {
  'going-back': (p) =>
    `A backup is being restored (${p.percent} %). Nothing was saved; try again when that is finished.`,
  'went-back': () => 'A backup was restored meanwhile. Check whether this was saved, and repeat it if it was not.',
  stopped: () => 'Stopped before everything was read. Nothing was changed.',
  reopening: () => 'The desk is reopening its folder. Nothing was saved; try again in a moment.',
  reopened: () => 'The desk reopened its folder meanwhile. Check whether this was saved, and repeat it if it was not.',
  live: () =>
    'The desk went live meanwhile. Check whether this was saved there, and repeat it if it is meant for live.',
  practice: () =>
    'The desk switched to practice meanwhile. Check whether this was saved there, and repeat it if it is meant for practice.',
  'right-not-checked': () =>
    'The desk is changing or reopening its folder and could not check the permission. Nothing was done. Try again in a moment.',
};

/** After several wrong PINs in a row for one operator. */
const laterPin = (p: P): string =>
  Number(p.waits ?? 0) > 0
    ? ` The next one is accepted after ${n(p.waits ?? 0, '# second', '# seconds')}; another supervisor can end the wait by saving this operator.`
    : '';

const tooManyPins =
  'Too many PINs are being tried for this operator. Wait a moment, then try again; another supervisor can approve it meanwhile.';

/** Why a protected action was denied. */
const needsRight: Readonly<Record<string, (p: P) => string>> = {
  unknown: () => 'No operator has this code or name.',
  'pin-wrong': (p) => `Wrong PIN.${laterPin(p)}`,
  'not-allowed': (p) => `${p.name} does not have this permission.`,
  wait: () => tooManyPins,
};

const unlike: Readonly<Record<string, string>> = {
  'rights-need-pin': 'Operators with permissions need a PIN. Set one.',
  'no-supervisor':
    'At least one operator with a PIN must keep the permission “Settings and operators” as long as anyone has a permission.',
  'pin-wait': tooManyPins,
  'no-pin': 'This operator has no PIN, but this desk asks for one at each change of operator. Set one under Operators.',
  'not-in-job': 'This label was not part of this job. Scan the last label that came out.',
  'not-sent': 'This label has not been sent to the printer yet. Scan the last label that came out.',
  'scan-number': 'An earlier label of this order has the same code. Scan the barcode of the number instead.',
  'which-print': 'Another label has the same code. Choose the last good label from the list.',
  'test-label': 'This code is not on the last test label of this printer.',
  'no-test-label': 'Print a test label first.',
  'no-drill': 'This drill was not found.',
};

const printerProblems: Readonly<Record<string, (p: P) => string>> = {
  busy: () => dialogs.open,
  'dialog-again': () => dialogs.again,
  'no-printer': () =>
    'No printer is installed on this computer. Nothing was printed. Add one, or save the labels as PDF.',
  address: () => 'This is not a printer address. Use a form like 192.0.2.7 or ipp://192.0.2.7/ipp/print.',
  'not-reached': () => 'No printer answers at this address. Check that it is switched on and connected.',
  'no-answer': () =>
    'The device at this address does not respond. Check that it is a printer and not busy, then try again.',
  'no-zpl': () =>
    'The device at this address does not respond like a label printer. If it is one, load paper and close it: many do not respond while they are out of paper or open.',
  'no-ipp': () =>
    'The device at this address is not an IPP printer. Check the address; a label printer is often reached without ipp://, such as 192.0.2.7.',
  form: () =>
    'This printer accepts neither PDF nor raster pages (PWG Raster, AirPrint), so the desk cannot print on it this way.',
  certificate: (p) =>
    `This printer uses a certificate that nobody vouches for. Compare its fingerprint with the one the printer shows or prints: ${p.said}`,
  'no-system': () => 'System printers can only be used in the Parcel Desk window. Here, enter its network address.',
  'passes-on': (p) => `${p.said} is a queue that passes labels on: its reports do not prove that a label was printed.`,
  'device-unnamed': () =>
    'Devices of this computer are chosen in the program’s dialog or on the command line: desk printers add NAME /dev/usb/lp0.',
  media: (p) =>
    `This printer has no labels of this size${p.said ? `; it reports: ${p.said}` : ''}. Nothing was printed. Load labels of this size, or choose another printer.`,
  unknown: (p) => `No printer here has the name ${p.said}.`,
  'in-use': () => 'This printer is printing. Wait until its job is finished.',
  'not-ipp': () => 'This test is for IPP printers.',
  unnamed: () => 'Printers can’t be added from a browser. On this PC run: npm run desk -- printers add NAME ADDRESS.',
  'none-set-up': () => 'No label printer is set up at this desk. Add one in Settings.',
};

/** Sentences for problems, by kind, and for issues of fields, by code. */
export const problems = {
  kind: {
    invalid: (p: P) => unlike[p.reason ?? ''] ?? 'Some fields need correcting.',
    'unknown-entry': () => 'This entry is not on this desk.',
    'wrong-state': (p: P) =>
      printStates[p.reason ?? ''] ??
      `This entry has changed meanwhile; it is ${p.state ?? 'in another state'} now. Nothing was changed.`,
    'maybe-taken': (p: P): string =>
      p.reason === 'withdrawn'
        ? 'An order with this number was withdrawn, and the service may have it. Check that before you send it again.'
        : 'The service may already have this order. Check its status first.',
    'needed-by': (p: P) =>
      p.count === undefined
        ? 'Other entries need this one. Decide what to do with them.'
        : n(
            p.count,
            'Another entry needs this one. Decide what to do with it.',
            '# entries need this one. Decide what to do with them.',
          ),
    'key-in-use': (p: P) =>
      p.reason === 'printer'
        ? `A printer with the name or address ${p.key} already exists.`
        : `${p.key ?? 'This number'} is used by another entry of this desk. Use another one.`,
    'key-used-twice': (p: P) => `${p.key ?? 'This number'} is used twice; the other is in row ${p.row ?? '?'}.`,
    'other-target': (p: P) =>
      `This folder belongs to ${p.bound ?? 'another service'}. It cannot deliver to ${p.asked ?? 'this one'}.`,
    'folder-in-use': () => 'Another program is using this data folder. Close it first.',
    'folder-gone': (p: P) =>
      `The data folder${p.folder === undefined ? '' : ` ${p.folder}`} was deleted or moved. This was not saved; see the message at the top.`,
    'folder-superseded': (p: P) =>
      `This desk now works in ${p.by ? String(p.by) : 'a folder of another computer'}. Nothing is saved or sent in this folder; see the message at the top.`,
    'needs-right': (p: P) =>
      needsRight[p.reason ?? '']?.(p) ?? 'A supervisor must approve this with a PIN. Nothing was done.',
    'target-unknown': (p: P) =>
      `Nobody on this computer has confirmed yet that the secret may be sent to ${p.bound ?? 'this address'}.`,
    'newer-database': () => 'The data folder was written by a newer version of this program. Install that version.',
    damaged: (p: P) =>
      p.reason === 'backup'
        ? 'This backup is incomplete or locked with another passphrase. Nothing was changed; choose another one.'
        : `The data file${p.folder === undefined ? '' : ` in ${p.folder}`} is damaged. It was left unchanged. Restore the newest backup into an empty folder.`,
    locked: (p: P) =>
      p.reason === 'mistyped'
        ? `Group ${p.group} of the recovery key is mistyped.`
        : p.reason === 'older-key'
          ? 'This backup is locked with a passphrase that was replaced. Nothing was changed. Open the list again and confirm it, or choose a newer one.'
          : p.reason === 'open-beside-locked'
            ? 'This backup is not locked, although backups of this desk are. Nothing was changed. Open the list again and confirm it, or choose a locked one.'
            : p.reason === 'no-lock'
              ? 'The journal is locked, but the line that opens it is missing. Restore from a locked backup, or without the journal.'
              : 'This backup is locked; this passphrase or recovery key does not open it.',
    disk: (p: P) => disks[p.reason ?? '']?.(p) ?? 'The disk cannot be written. Everything saved before is safe.',
    'bad-address': (p: P): string =>
      p.reason === 'restored'
        ? 'This folder was restored, and its service address is not known. Set it in Settings.'
        : 'This is not a service address: it must start with https:// (or be on this computer).',
    'bad-file': (p: P) => `${badFiles[p.reason ?? ''] ?? 'This file cannot be read.'}${p.file ? ` (${p.file})` : ''}`,
    'bad-setting': (p: P) => badSettings[p.reason ?? ''] ?? 'This value is outside its limits. Nothing was changed.',
    'not-shown': () => 'The answer has an unexpected format. Its raw text is shown below.',
    offline: () => 'The service cannot be reached now. Nothing is lost.',
    paused: () => 'Sending is paused; see the message at the top.',
    service: (p: P) => `The service refused this (status ${p.status ?? 'unknown'}).`,
    label: () => 'This label cannot be printed as it is.',
    printer: (p: P) =>
      printerProblems[p.reason ?? '']?.(p) ??
      `The labels were not printed${p.said ? ` (${p.said})` : ''}. None is marked as printed. Check the printer and print again, or save the PDF.`,
    cancelled: (p: P) => stops[p.reason ?? p.to ?? '']?.(p) ?? 'Stopped.',
    'desk-gone': () =>
      'The desk is not responding. Everything saved is safe. Press again when it is back; nothing is done twice.',
    'not-let-in': () =>
      'This page belongs to an earlier start of the desk. Open the address the desk printed when it last started.',
    'unknown-command': () => 'The desk does not know this command. This page may be older than the desk: reload it.',
    internal: () => 'An error in this program. Nothing was lost; the log has details.',
  },
  issue: {
    ...importIssues,
    missing: () => 'Fill this in.',
    'missing-when': (p: P) => `Needed because ${p.other} is ${p.value}.`,
    'unknown-name': () => 'The service knows no such field.',
    'wrong-case': (p: P) => `The service writes this name as ${p.meant}.`,
    'wrong-type': (p: P) => `Expected: ${p.expected}.`,
    'too-long': (p: P) => `At most ${n(p.max ?? 0, '# character', '# characters')}; there are ${p.length}.`,
    'too-short': (p: P) => `At least ${n(p.min ?? 0, '# character', '# characters')}; there are ${p.length}.`,
    pattern: () => 'Contains characters that are not allowed here.',
    'too-small': (p: P) => (p.above === undefined ? `At least ${p.min}.` : `Must be above ${p.above}.`),
    'too-big': (p: P) => (p.below === undefined ? `At most ${p.max}.` : `Must be below ${p.below}.`),
    'too-many-decimals': (p: P) => `At most ${n(p.places ?? 0, '# digit', '# digits')} after the point.`,
    'not-integer': () => 'Must be a whole number.',
    'not-safe-integer': () => 'Too large to be stored exactly.',
    'bad-date': () => 'Enter a date, or a date and time: 2026-12-31 or 2026-12-31T14:05:00+08:00.',
    'too-many': (p: P) => `At most ${p.max}; there are ${p.count}.`,
    empty: () => 'Must not be empty.',
    'not-in-address': () => 'Contains characters that cannot be part of a web address.',
    'unknown-endpoint': () => 'No such endpoint.',
    'no-body': () => 'This request has no body.',
    'bad-key': () => 'Only A-Z, a-z, 0-9, - and _; 1 to 50 characters.',
    'mistyped-number': (p: P) =>
      `Mistyped: the check character does not match. Did you mean ${p.meant}? ↓ and Enter use it; saving again keeps this one.`,
    'not-a-number': () => 'Not a number. Use digits and one decimal point.',
    'not-yes-or-no': () => 'Enter yes or no.',
    'doubtful-number': (p: P) => `Is this ${p.small} or ${p.large}? Write ${p.smallText} or ${p.largeText}.`,
    'key-in-use': () => 'Another entry of this desk has this number.',
    'maybe-taken': () => 'An order with this number was withdrawn, and the service may have it.',
  },
  many: (p: { count: string }) => n(p.count, '1 field to correct', '# fields to correct'),
  named: (p: { names: readonly string[]; more: number }) =>
    `${p.names.join(', ')}${p.more > 0 ? ` and ${n(p.more, '# more')}` : ''}`,
};
