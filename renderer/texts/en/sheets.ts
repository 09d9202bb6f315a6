export const sheets = {
  title: { keys: 'Keys', codes: 'Desk command codes', badges: 'Badges', recovery: 'Recovery sheet' },
  lead: {
    keys: 'Every act has a key. Keys of the first groups work everywhere.',
    codes: 'Scan a code to do what it says, whatever has the focus. Print it again after an update.',
    badges: 'Cut out, and scan to take over the desk. A badge tells who did what; it keeps nobody out.',
    recovery:
      'Opens the locked backups and the locked second journal of this desk, without the passphrase. Keep it away from this PC and from the backups.',
  },
  recovery: {
    desk: 'Desk',
    folder: 'Folder',
    set: 'Set on',
    key: 'Recovery key',
    check: 'The last character of each group is a check character. I, L, O, U and Z are never used.',
    whenGone: 'When this PC is gone',
    steps: [
      'Install Parcel Desk on another PC.',
      'In the folder for backups open the folder of this desk (its name stands above). Take the newest file: parcel-desk-….db.locked',
      'Write the recovery key, or the passphrase, into a text file: key.txt',
      'parcel-desk --desk restore --from FILE --data DIR --journal JOURNAL --key-file key.txt',
      'Delete key.txt. Start the desk on DIR, and give the secret of the service again.',
    ],
  },
  cannotPrint: 'This window cannot print. Open the desk in a browser and print there.',
  handedOver: 'The sheet was handed to the printer.',
  cancelled: 'Printing was cancelled. Nothing came out.',
  dialogOpen: 'A print dialog is open already. Answer it first.',
  noPrinter: 'This machine knows no printer. Nothing was printed.',
  failed: (p: { said: string }) =>
    `The sheet was not printed${p.said === '' ? '' : ` (${p.said})`}. Check the printer and print again.`,
  noOperators: 'There are no operators yet. Add them first.',
};
