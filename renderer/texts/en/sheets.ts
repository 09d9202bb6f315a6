export const sheets = {
  title: { keys: 'Keyboard shortcuts', codes: 'Desk command codes', badges: 'Badges', recovery: 'Recovery sheet' },
  lead: {
    keys: 'Shortcuts of the first groups work everywhere.',
    codes: 'Scan a code to run its command, whatever has the focus. Print this again after an update.',
    badges: 'Cut out and scan to take over the desk. A badge shows who did what; it does not protect anything.',
    recovery:
      'Opens this desk’s locked backups and second journal without the passphrase. Keep it away from this PC and from the backups.',
  },
  recovery: {
    desk: 'Desk',
    folder: 'Folder',
    set: 'Set on',
    key: 'Recovery key',
    check: 'The last character of each group is a check character. I, L, O, U and Z are never used.',
    whenGone: 'If this PC is lost',
    steps: [
      'Install Parcel Desk on another PC.',
      'In the backup folder open this desk’s folder (its name is above). Take the newest file: parcel-desk-….db.locked',
      'Write the recovery key or the passphrase to a text file: key.txt',
      'parcel-desk --desk restore --from FILE --data DIR --journal JOURNAL --key-file key.txt',
      'Delete key.txt. Start the desk on DIR and enter the secret of the service again.',
    ],
  },
  cannotPrint: 'This window cannot print. Open the desk in a browser and print there.',
  handedOver: 'The sheet was sent to the printer.',
  cancelled: 'Printing was cancelled.',
  dialogOpen: 'A print dialog is already open. Answer it first.',
  noPrinter: 'No printer is installed on this computer. Nothing was printed.',
  failed: (p: { said: string }) =>
    `The sheet was not printed${p.said === '' ? '' : ` (${p.said})`}. Check the printer and print again.`,
  noOperators: 'There are no operators yet. Add them first.',
};
