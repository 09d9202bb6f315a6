import { counting } from '../plural.ts';

const n = counting('en');

export const backups = {
  never: 'No backup has been made yet. If this disk fails, everything the service does not have is lost.',
  good: (p: { when: string; entries: string; path: string }) =>
    `Last good backup: ${p.when}, ${n(p.entries, '# entry', '# entries')}, in ${p.path}.`,
  failed: (p: { when: string }) => `The last backup failed: ${p.when}. It is retried every hour.`,
  rehearsed: (p: { when: string }) =>
    `Tested: ${p.when}. It was read completely, restored to a temporary folder, delivered to a simulated service, and deleted again.`,
  notRehearsed: 'It is tested as soon as the desk is idle.',
  rehearsalFailed: (p: { when: string; says: string }) => `Test failed: ${p.when}. ${p.says}`,
  atStart: 'Set by the start option --backup-folder.',
  now: 'Back up now',
  restore: 'Restore a backup…',
  verify: 'Check all data…',
  rescued: {
    damaged: (p: { when: string; aside: string; from: string; made: string }) =>
      `On ${p.when} the data file was found damaged. It is kept unchanged in ${p.aside} and was replaced by the backup of ${p.made}: ${p.from}.`,
    chosen: (p: { when: string; aside: string; from: string; made: string }) =>
      `On ${p.when} this desk was restored from the backup of ${p.made}: ${p.from}. The earlier data is kept unchanged in ${p.aside}.`,
  },
  cameBack: (p: { entries: string; fromJournal: string; maybeTaken: string; lost: string }) =>
    `${n(p.entries, '# entry', '# entries')} restored. ${n(p.fromJournal, '# later change', '# later changes')} replayed from the rescue journal. ${n(p.maybeTaken, '# order', '# orders')} may have been sent since; each is checked, or you decide, before it is sent again. Not restored: ${p.lost}.`,
  kept: (p: { operators: string; settings: string; erased: string }) =>
    `Operators, permissions, PINs and settings were kept, not taken from the backup (different there: ${n(p.operators, '# operator', '# operators')}; settings: ${p.settings === '' ? 'none' : p.settings}). Personal data of ${n(p.erased, '# entry', '# entries')} that had been deleted was deleted again.`,
  notKept:
    'The earlier operators, permissions, PINs and settings could not be read, so those of the backup are used. Check them, and how long personal data is kept.',
  ofBackup:
    'Operators, permissions, PINs and settings are those of the backup now. Check them, and how long personal data is kept.',
  seen: 'Dismiss',
};

export const restore = {
  title: 'Restore a backup',
  hint: 'Type a date or time',
  none: 'No backup of this desk was found in that folder.',
  noneLike: 'No backup matches this date or time.',
  locked: 'locked',
  open: 'not locked',
  withOlderKey: 'with an earlier passphrase',
  newest: 'the most recent work',
  openBesideLocked:
    'This backup is not locked, although backups of this desk are. Anyone who can write to its folder may have changed it, and nothing can tell. A locked one is safer.',
  doOpen: 'Restore this unlocked backup',
  olderKey:
    'This backup is locked with a passphrase that was replaced. Anyone who knows that passphrase may have made it. A newer one is safer.',
  doOlderKey: 'Restore this backup anyway',
  ask: (p: { when: string }) => `Restore the backup of ${p.when}?`,
  means:
    'The desk continues from that point in time. What was entered, corrected or withdrawn since is replayed from the rescue journal.',
  asksFirst:
    'Orders that were not finished then may have been sent since. Each is checked with the service, or you decide, before it is sent again.',
  keeps:
    'Operators, permissions, PINs and settings stay as they are now. Personal data that was deleted since is deleted again.',
  aside: 'The current data is kept in a separate folder.',
  do: 'Restore this backup',
  busy: (p: { percent: number | null }) =>
    `Restoring the backup${p.percent === null ? ' …' : `: ${p.percent} %.`} Nothing can be saved meanwhile.`,
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
  open: 'Backups are not locked: anyone who can read that folder can read names and addresses.',
  means:
    'With a passphrase, backups and the second rescue journal are locked from now on. Backups and journal days written before stay readable.',
  kept: 'The passphrase itself is not stored. The key to this desk’s own backups is kept in its data folder, next to the orders, which are not locked either, so that the desk can test its backups and restore one after damage.',
  passphrase: 'Passphrase',
  again: 'Repeat the passphrase',
  hint: (p: { least: string }) => `At least ${p.least} characters. Four or five words are easy to remember.`,
  set: 'Lock backups',
  change: 'Change the passphrase',
  changeMeans:
    'Earlier backups can only be opened with the passphrase or recovery sheet of their time. Keep those as long as you keep the backups.',
  since: (p: { when: string }) => `Backups and the second rescue journal have been locked since ${p.when}.`,
  toPrint:
    'Print the recovery sheet now and keep it away from this PC. If this PC is lost, a locked backup can only be opened with the passphrase or the sheet.',
  print: 'Print the recovery sheet',
  prove: 'Type the last two groups of the key on the sheet, or scan its code',
  proved: 'Confirm',
  onPaper: 'The recovery sheet is printed.',
  stop: 'Stop locking',
  stopAsk: 'Stop locking backups?',
  stopMeans: 'New backups can be read by anyone who can read that folder. Backups that are locked stay locked.',
};
