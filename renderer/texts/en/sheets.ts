export const sheets = {
  title: { keys: 'Keys', codes: 'Desk command codes', badges: 'Badges' },
  lead: {
    keys: 'Every act has a key. Keys of the first groups work everywhere.',
    codes: 'Scan a code to do what it says, whatever has the focus. Print it again after an update.',
    badges: 'Cut out, and scan to take over the desk. A badge tells who did what; it keeps nobody out.',
  },
  cannotPrint: 'This window cannot print. Open the desk in a browser and print there.',
  noOperators: 'There are no operators yet. Add them first.',
};
