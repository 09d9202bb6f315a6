import type { SettingName } from '../../../shared/settings/settings.ts';

export const settingNames: Record<SettingName, string> = {
  requestTimeoutSeconds: 'Longest wait for an answer',
  graceSeconds: 'Grace period after a lost answer',
  holdSeconds: 'Hold before sending',
  concurrency: 'Deliveries at once',
  backoffFirstSeconds: 'First wait between tries',
  backoffMostSeconds: 'Longest wait between tries',
  readFirstSeconds: 'First wait between two checks for an outcome',
  readMostSeconds: 'Longest wait between two checks',
  stuckSeconds: 'Stuck after',
  watchFirstSeconds: 'First wait between two looks at a watched parcel',
  watchMostSeconds: 'Longest wait between two looks',
  stoodStillSeconds: 'Stood still after',
  alwaysAsk: 'Always ask a person after a lost answer',
  sync: 'Value of “sync” in drop-ship orders',
  idType: 'Kind of number for checks',
  lang: 'Language of tracking',
  location: 'Handling location',
  weightUnit: 'Unit of weight',
  lengthUnit: 'Unit of length',
  boxSizes: 'Boxes of this counter',
  scale: 'How the scale speaks',
  scaleLine: 'Line',
  scaleEnters: 'Enter a still weight by itself',
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
  labelLogo: 'Logo',
  labelPrivate: 'Own labels may come from addresses of this network',
  deskCode: 'Desk code in new package numbers',
  operatorPin: 'Each choice of operator asks for the PIN',
  ownNumbers: 'New entries get a number of this desk',
  offerLast: 'New entries begin with the last service and warehouse',
  duplicateHours: 'Warn of a second parcel within',
};

const inches = (mm: string, inch: string) => `${mm} mm (${inch} in)`;
/** Texts of the options of settings with fixed options, by setting and option. */
export const settingChoices: Partial<Record<SettingName, Record<string, string>>> = {
  labelSize: {
    '100x150': '100 × 150 mm',
    '4x6': inches('102 × 152', '4 × 6'),
    '100x100': '100 × 100 mm',
    '4x4': inches('102 × 102', '4 × 4'),
  },
  scale: {
    none: 'no scale',
    sends: 'sends by itself (ST,GS,+  1.234kg)',
    sics: 'MT-SICS (S S   1.234 kg)',
    '8217-kg': 'Toledo 8217, in kg',
    '8217-lb': 'Toledo 8217, in lb',
  },
  scaleLine: {
    '9600-8n': '9600, 8 bits, no parity',
    '9600-7e': '9600, 7 bits, even',
    '4800-8n': '4800, 8 bits, no parity',
    '4800-7e': '4800, 7 bits, even',
    '2400-8n': '2400, 8 bits, no parity',
    '2400-7e': '2400, 7 bits, even',
    '19200-8n': '19200, 8 bits, no parity',
  },
  labelCustom: { small: 'small', usual: 'as usual', large: 'large' },
};

export const settingMeanings: Partial<Record<SettingName, string>> = {
  labelSize: 'For the dialog, a PDF and what is shown. A label printer of the desk takes the size it was set up with.',
  labelSender: 'Where it is off, carriers get no return address.',
  labelContents: 'The goods, as lines below the Custom text.',
  labelCustom: 'What was entered as Custom, large enough to be read from a shelf.',
  labelLogo: 'Black on white beside the sender, where the label has room for it. A dark, simple picture prints best.',
  labelPrivate: 'Where it is off, an own label that is given as an address is fetched from the internet only.',
  requestTimeoutSeconds: 'After this an answer counts as lost.',
  graceSeconds: 'An order whose answer was lost must stay unknown so long before it is sent again. Longer is safer.',
  holdSeconds:
    'Between "saved" and the first try. Until then an entry can be changed or withdrawn, since the service has no cancel.',
  concurrency: 'The desk takes fewer by itself when the service is slow.',
  backoffFirstSeconds: 'Doubles with each try, with some chance in it.',
  backoffMostSeconds: 'Also between two looks whether the service is back.',
  readFirstSeconds: 'After the service has taken an order.',
  readMostSeconds: 'The desk checks ever more rarely, up to this.',
  stuckSeconds: 'Accepted for this long without an outcome, an entry stands on the list of stuck ones.',
  watchFirstSeconds: 'After a parcel was added or has moved.',
  watchMostSeconds: 'The desk looks ever more rarely, up to this, until the parcel is delivered.',
  stoodStillSeconds:
    'Without a new checkpoint for this long, a watched parcel stands on the list of those that stood still.',
  alwaysAsk: 'Label orders, drop-ship orders and declarations are then never sent again by the desk alone.',
  sync: 'Sent as it is with drop-ship orders. What its values mean is not documented.',
  idType:
    'Which kind of number the status of outbound and inbound orders is checked by, as the service names it (idType).',
  lang: 'Sent when tracking is looked up, as zh or en. Until it is set: the language of the screens.',
  location: 'Offered in new orders.',
  weightUnit:
    'Printed beside weights. Nothing is converted; agree it with the service. Declarations are always in grams.',
  boxSizes:
    'Each with its name, length, width and height: S 20x15x10; M 30x20x15. They are offered at the length of a parcel.',
  scale:
    'As its manual or its own menu names it. One that sends by itself must send all the time, not at a key of its own.',
  scaleLine: 'Speed, bits and parity, as the scale is set.',
  scaleEnters: 'Only into an empty weight with the cursor in it. Off, one key enters it.',
  lengthUnit: 'Printed beside lengths. Nothing is converted.',
  headerName: 'Sent with every request to the service, as X-Api-Key. Leave empty if the service needs none.',
  journalCopy:
    'A folder on another disk. Everything entered is written there too; what it cannot take now follows later.',
  backupFolder:
    'A folder on another disk or a share. Once a day a checked copy goes there; the newest of seven days and of four weeks are kept.',
  retentionDays:
    '0: nothing is erased. Else, so many days after an entry is done or withdrawn, its names, addresses, contents and answers are erased here, in the search and in the journals, and what nobody used since is forgotten. Numbers, states and counts stay. Older backups and damaged files set aside go once a newer backup was tried out. It cannot be taken back.',
  deskCode:
    'Five digits or capitals, without I, L, O, U and Z. No two desks may have the same. Empty: the desk makes its own.',
  operatorPin:
    'Who has no PIN cannot take over the desk then, and no other name can be typed. Give each operator a PIN first.',
  ownNumbers: 'Turn it off where numbers are always scanned or given by others. Typing over is always possible.',
  offerLast: 'What is carried over is marked until someone has gone past it.',
  duplicateHours: 'A form warns when the same recipient was sent the same goods within this time.',
};
