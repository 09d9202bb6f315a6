export const sheets = {
  title: { keys: 'Keys', codes: 'Desk command codes', badges: 'Badges' },
  lead: {
    keys: 'Every act has a key. Keys of the first groups work everywhere.',
    codes: 'Scan a code to do what it says, whatever has the focus. Print it again after an update.',
    badges: 'Cut out, and scan to take over the desk. A badge tells who did what; it keeps nobody out.',
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
