import { counting } from '../plural.ts';

const n = counting('en');

export const backups = {
  never: 'No backup was ever made. If this disk fails, everything is lost that the service does not have.',
  good: (p: { when: string; entries: string; path: string }) =>
    `Last good copy: ${p.when}, ${n(p.entries, '# entry', '# entries')}, in ${p.path}.`,
  failed: (p: { when: string }) => `The last try failed: ${p.when}. It is tried again every hour.`,
  rehearsed: (p: { when: string }) =>
    `Tried out: ${p.when}. It was read whole, restored beside this desk and delivered to a pretended service, then erased.`,
  notRehearsed: 'It is tried out as soon as the desk has nothing to do.',
  rehearsalFailed: (p: { when: string; says: string }) => `Tried out: ${p.when}, without success. ${p.says}`,
  atStart: 'It is given when the desk is started: --backup-folder.',
  now: 'Make one now',
  restore: 'Go back to a backup…',
  verify: 'Check all data…',
  rescued: {
    damaged: (p: { when: string; aside: string; from: string; made: string }) =>
      `On ${p.when} the data file was found damaged. It lies untouched in ${p.aside}. In its place stands the backup of ${p.made}: ${p.from}.`,
    chosen: (p: { when: string; aside: string; from: string; made: string }) =>
      `On ${p.when} this desk went back to the backup of ${p.made}: ${p.from}. The data of before lie untouched in ${p.aside}.`,
  },
  cameBack: (p: { entries: string; fromJournal: string; maybeTaken: string; lost: string }) =>
    `${n(p.entries, '# entry', '# entries')} came back, ${p.fromJournal} of what was done since out of the rescue journal. ${p.maybeTaken} may have been sent since, and are checked, or you decide, before they are sent again. Not restored: ${p.lost}.`,
  kept: (p: { operators: string; settings: string; erased: string }) =>
    `Operators, rights, PINs and settings are those of before, not of the backup (other than there: ${n(p.operators, '# operator', '# operators')}; settings: ${p.settings === '' ? 'none' : p.settings}). ${n(p.erased, '# entry', '# entries')} whose personal data had been erased ${n(p.erased, 'was', 'were')} erased again.`,
  notKept:
    'Operators, rights, PINs and settings of before could not be read. Those of the backup count now: check them, and how long personal data is kept.',
  ofBackup:
    'Operators, rights, PINs and settings became those of the backup. Check them, and how long personal data is kept.',
  seen: 'I have read this',
};

export const restore = {
  title: 'Go back to a backup',
  hint: 'Type a day or a time',
  none: 'There is no backup of this desk in that folder.',
  noneLike: 'No backup has this in its day or time.',
  locked: 'locked',
  open: 'open',
  withOlderKey: 'with a passphrase of before',
  newest: 'the most recent work',
  openBesideLocked:
    'This backup is open, though backups of this desk are locked. Whoever can write to its folder may have changed it, and nothing can tell. Prefer a locked one.',
  doOpen: 'Go back to this open backup',
  olderKey:
    'This backup is locked with a passphrase that was replaced. Whoever knows that passphrase may have made it. Prefer one that was made since.',
  doOlderKey: 'Go back to this backup all the same',
  ask: (p: { when: string }) => `Go back to the backup of ${p.when}?`,
  means:
    'The desk works on with what it knew then. What people entered, corrected or withdrew since is done again from the rescue journal.',
  asksFirst:
    'What was not finished may have been sent since. It is checked at the service, or asks you, before anything is sent again.',
  keeps:
    'Operators, rights, PINs and settings stay as they are now. Personal data that was erased since is erased again.',
  aside: 'The data of now are set aside in a folder of their own and stay as they are.',
  do: 'Go back to this backup',
  busy: (p: { percent: number | null }) =>
    `The backup is being read and restored${p.percent === null ? '.' : `: ${p.percent} %.`} Nothing can be saved meanwhile.`,
  done: (p: { when: string }) => `The backup of ${p.when} is restored.`,
};

export const verify = {
  title: 'Check all data',
  busy: (p: { percent: string }) => `Reading everything that is stored: ${p.percent} %.`,
  means: 'You can keep working meanwhile. Stopping changes nothing.',
  stop: 'Stop',
  stopping: 'Stopping after the part that is being read…',
  whole: (p: { entries: string }) =>
    `Nothing is damaged. ${n(p.entries, '# entry was', '# entries were')} read, with everything stored beside them.`,
  damaged: (p: { count: string }) => `${n(p.count, '# damage was', '# damages were')} found.`,
  ofEntry: (p: { key: string }) => `Entry ${p.key}: compare it with the paper.`,
  journal:
    'The rescue journal has lines that cannot be read. Nothing needs to be done while the data are undamaged; make a backup now.',
  structure: 'The data file itself. Make no more entries here; go back to the newest backup.',
  more: (p: { count: string }) => `And ${p.count} more. The command line lists them all: verify.`,
  commandLine: 'The command line lists each of them with what to do: verify.',
};

export const copiesLock = {
  title: 'Passphrase for backups',
  open: 'Copies are not locked: whoever can read that folder can read names and addresses.',
  means:
    'With a passphrase, backups and the second rescue journal are locked from now on. Copies and days written before stay as they are: readable.',
  kept: 'The passphrase itself is kept nowhere. What opens this desk’s own copies lies in its data folder, beside the orders, which are not locked either, so that it can try copies out and open one after damage.',
  passphrase: 'Passphrase',
  again: 'The same again',
  hint: (p: { least: string }) => `At least ${p.least} characters. Four or five words are easy to keep.`,
  set: 'Lock backups',
  change: 'Change the passphrase',
  changeMeans:
    'Copies made before are still opened only by the passphrase and the sheet of their time. Keep those as long as you keep the copies.',
  since: (p: { when: string }) => `Backups and the second rescue journal are locked since ${p.when}.`,
  toPrint:
    'Print the recovery sheet now, and keep it away from this PC. Without the passphrase or the sheet nobody can open a locked copy when this PC is gone.',
  print: 'Print the recovery sheet',
  prove: 'Type the last two groups of the key on the sheet, or scan its code',
  proved: 'It is on paper',
  onPaper: 'The recovery sheet is on paper.',
  stop: 'Stop locking',
  stopAsk: 'Stop locking backups?',
  stopMeans: 'Copies made from now on can be read by whoever can read that folder. Those that are locked stay locked.',
};
