import type { SettingName } from '../../../shared/settings/settings.ts';
import { counting } from '../plural.ts';

const n = counting('en');

const name: Record<SettingName, string> = {
  requestTimeoutSeconds: 'Longest wait for an answer',
  graceSeconds: 'Grace period after a lost answer',
  holdSeconds: 'Hold before sending',
  concurrency: 'Deliveries at once',
  backoffFirstSeconds: 'First wait between tries',
  backoffMostSeconds: 'Longest wait between tries',
  readFirstSeconds: 'First wait between two questions for an outcome',
  readMostSeconds: 'Longest wait between two questions',
  stuckSeconds: 'Stuck after',
  watchFirstSeconds: 'First wait between two looks at a watched parcel',
  watchMostSeconds: 'Longest wait between two looks',
  stoodStillSeconds: 'Stood still after',
  alwaysAsk: 'Always ask a person after a lost answer',
  sync: 'sync (drop-ship orders)',
  idType: 'idType',
  lang: 'Language of tracking',
  location: 'Handling location',
  weightUnit: 'Unit of weight',
  lengthUnit: 'Unit of length',
  senderContact: 'Name',
  senderPhone: 'Phone',
  senderEmail: 'E-mail',
  senderCountry: 'Country',
  senderProvince: 'Province or state',
  senderCity: 'City',
  senderStreet1: 'Street',
  senderStreet2: 'Street, second line',
  senderHouseNumber: 'House number',
  senderPostcode: 'Postcode',
  headerName: 'Name of the header',
  journalCopy: 'Second place for the rescue journal',
  backupFolder: 'Folder for backups',
  retentionDays: 'Erase personal data of settled entries after',
  labelSize: 'Size of labels',
  labelSender: 'Sender on the label',
  labelContents: 'Contents on the label',
  labelCustom: 'Custom text',
  deskCode: 'Desk code in new PackageIds',
  ownNumbers: 'New entries get a number of this desk',
  offerLast: 'New entries begin with the last service and warehouse',
  duplicateHours: 'Warn of a second parcel within',
};

const inches = (mm: string, inch: string) => `${mm} mm (${inch} in)`;
/** Words of settings that are one of a few, by the setting and what it may be. */
const choice: Partial<Record<SettingName, Record<string, string>>> = {
  labelSize: {
    '100x150': '100 × 150 mm',
    '4x6': inches('102 × 152', '4 × 6'),
    '100x100': '100 × 100 mm',
    '4x4': inches('102 × 102', '4 × 4'),
  },
  labelCustom: { small: 'small', usual: 'as usual', large: 'large' },
};

const means: Partial<Record<SettingName, string>> = {
  labelSize: 'For the dialog, a PDF and what is shown. A label printer of the desk takes the size it was set up with.',
  labelSender: 'Where it is off, carriers get no return address.',
  labelContents: 'The goods, as lines below the Custom text.',
  labelCustom: 'What was entered as Custom, large enough to be read from a shelf.',
  requestTimeoutSeconds: 'After this an answer counts as lost.',
  graceSeconds:
    'An order whose answer was lost must stay unknown for this long before it is sent again. Longer is safer.',
  holdSeconds:
    'Between "saved" and the first try. Until then an entry can be changed or withdrawn, since the service has no cancel.',
  concurrency: 'The desk takes fewer by itself when the service is slow.',
  backoffFirstSeconds: 'Doubles with each try, with some chance in it.',
  backoffMostSeconds: 'Also between two looks whether the service is back.',
  readFirstSeconds: 'After the service has taken an order.',
  readMostSeconds: 'The desk asks ever more rarely, up to this.',
  stuckSeconds: 'Accepted for this long without an outcome, an entry stands on the list of stuck ones.',
  watchFirstSeconds: 'After a parcel was added or has moved.',
  watchMostSeconds: 'The desk looks ever more rarely, up to this, until the parcel is delivered.',
  stoodStillSeconds:
    'Without a new checkpoint for this long, a watched parcel stands on the list of those that stood still.',
  alwaysAsk: 'Label orders, drop-ship orders and declarations are then never sent again by the desk alone.',
  sync: 'Sent as it is with drop-ship orders. What its values mean is not documented.',
  idType: 'Which kind of number the status of outbound and inbound orders is asked by.',
  lang: 'Sent with questions for tracking, as zh or en. Until it is set: the language of the screens.',
  location: 'Offered in new orders.',
  weightUnit:
    'Printed beside weights. Nothing is converted; agree it with the service. Declarations are always in grams.',
  lengthUnit: 'Printed beside lengths. Nothing is converted.',
  headerName: 'Sent with every request to the service, as X-Api-Key. Leave empty if the service needs none.',
  journalCopy: 'A folder on another disk. Every capture is written there too; what it cannot take now follows later.',
  backupFolder:
    'A folder on another disk or a share. Once a day a checked copy goes there; the newest of seven days and of four weeks are kept.',
  retentionDays:
    '0: nothing is erased. Else, so many days after an entry is done or withdrawn, its names, addresses, contents and answers are erased here, in the search and in the journals, and what nobody used since is forgotten. Numbers, states and counts stay. Older backups and damaged files set aside go once a newer backup was tried out. It cannot be taken back.',
  deskCode:
    'Five digits or capitals, without I, L, O, U and Z. No two desks may have the same. Empty: the desk makes its own.',
  ownNumbers: 'Turn it off where numbers are always scanned or given by others. Typing over is always possible.',
  offerLast: 'What is carried over is marked until someone has gone past it.',
  duplicateHours: 'A form warns when the same recipient was sent the same goods within this time.',
};

export const settings = {
  title: 'Settings',
  name,
  means,
  choice,
  sections: {
    display: 'This screen',
    service: 'Service',
    mode: 'Practice and live',
    order: 'New orders',
    sender: 'Sender on labels',
    labels: 'What labels look like',
    delivery: 'Delivery',
    safety: 'Safety',
  },
  senderLead: 'Printed on labels of orders that name no sender.',
  labelsLead: 'The label beside shows what is chosen here. It is kept when the settings are saved.',
  labelSample: 'A label with these settings',
  displayLead: 'Kept for this screen only.',
  sessionStart: { title: 'When this computer starts', open: 'Open Parcel Desk' },
  seconds: 'seconds',
  hours: 'hours',
  days: 'days',
  backups: {
    title: 'Backups',
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
    rescued: (p: { when: string; aside: string; from: string; made: string }) =>
      `On ${p.when} the data file was found damaged. It lies untouched in ${p.aside}. In its place stands the backup of ${p.made}: ${p.from}.`,
    cameBack: (p: { entries: string; fromJournal: string; maybeTaken: string; lost: string }) =>
      `${n(p.entries, '# entry', '# entries')} came back, ${p.fromJournal} of what was done since out of the rescue journal. ${p.maybeTaken} may have been sent since, and are checked or ask you before they are sent again. Not restored: ${p.lost}.`,
    seen: 'I have read this',
  },
  copiesLock: {
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
    stopMeans:
      'Copies made from now on can be read by whoever can read that folder. Those that are locked stay locked.',
  },
  journalPlace: {
    none: 'None is chosen.',
    answers: 'It is written there.',
    silent: 'It does not answer. What is captured is saved, and follows when it answers.',
    away: 'This is not the folder that was chosen: its disk or share is not connected. What is captured is saved, and follows when it is back. Where it is to be used as it is now, choose it again.',
    choose: 'Choose a folder…',
    clear: 'Use none',
    atStart: 'It is given when the desk is started: --journal-copy.',
  },
  save: 'Save settings',
  saved: 'Settings saved.',
  unsaved: (p: { count: string }) => `${p.count} not saved yet`,
  usual: (p: { value: string }) => `usually ${p.value}`,
  theme: 'Colours',
  themeOf: { system: 'As the system', light: 'Light', dark: 'Dark' },
  contrast: 'Contrast',
  contrastOf: { system: 'As the system', more: 'High', usual: 'Usual' },
  locale: 'Numbers, dates and times',
  localeSystem: 'As the system',
  localeSample: 'Looks like',
  address: 'Address of the service',
  addressHint: 'Starts with https://',
  account: 'Account name',
  accountHint: 'Tells folders of different accounts apart. It is not sent.',
  setService: 'Save service',
  serviceSaved: 'Service saved.',
  bound: 'This folder has delivered there; it cannot go elsewhere. Another service needs another folder.',
  secret: 'Value of the header',
  secretHint: 'It is kept apart, never shown again, and never in a log or an export.',
  secretSet: 'A value is kept.',
  secretNone: 'No value is kept.',
  keptIn: {
    'safe-storage': 'Kept encrypted by the operating system.',
    file: 'Kept in a file only this user can read.',
    memory: 'Kept until the desk is closed.',
  },
  secretOnlyNow:
    'There is no place here that would keep a value encrypted. So it is not written down: it lasts until the desk is closed, and is to be typed anew after that.',
  setSecret: 'Keep this value',
  secretWhere: 'Is this your service?',
  secretAsks: (p: { target: string }) =>
    `This data folder brought the address of its service along: ${p.target}. Nobody has typed it on this computer. If you keep the value, it is sent there with every request.`,
  secretThere: 'Yes, send it there',
  forgetSecret: 'Forget it',
  secretKept: 'The value is kept.',
  secretForgotten: 'The value is forgotten.',
  modeNow: { practice: 'This desk practises', live: 'This desk is live' },
  modeMeans: {
    practice:
      'Everything goes to a service that lives inside this program. Type, send, refuse and print as you like: no parcel moves, nothing costs anything. Labels bear the word PRACTICE.',
    live: 'Everything goes to the real service. Orders cost money and parcels move.',
  },
  twoFolders:
    'Practice and live are two folders on this disk. Nothing passes from one to the other by itself, and what is in one stays there when you go to the other.',
  folder: 'Folder',
  toPractice: 'Go to practice',
  toLive: 'Go live',
  toLiveAsk: 'Go live?',
  toLiveMeans: (p: { origin: string }) => `From now on orders go to ${p.origin}. They cost money and parcels move.`,
  toLiveNeeds: 'Set the address of the service first.',
  toPracticeAsk: 'Go to practice?',
  toPracticeMeans: 'Live entries stay in their folder and rest: nothing of them is sent while the desk practises.',
  draftsCame: (p: { made: number; already: number }) =>
    [
      p.made === 0 && p.already === 0 && 'Nothing that was typed in practice came along.',
      p.made > 0 && n(p.made, '# draft came along from practice.', '# drafts came along from practice.'),
      p.already > 0 && n(p.already, '# was here already.', '# were here already.'),
    ]
      .filter((said) => said !== false)
      .join(' '),
  draftsTitle: 'Drafts from practice',
  draftsStayed: (p: { count: number }) =>
    n(p.count, 'One could not come along and stays in practice:', '# could not come along and stay in practice:'),
  noNumber: 'Without a number',
  showDrafts: 'Show the drafts',
  backupMade: (p: { path: string; entries: number }) =>
    `A backup with ${n(p.entries, '# entry', '# entries')} is made: ${p.path}`,
  backupNotWritten: 'No backup was made: that folder cannot be written.',
  takeDrafts: 'Bring what was typed in practice along, as drafts',
  switched: { practice: 'The desk practises now.', live: 'The desk is live now.' },
};
