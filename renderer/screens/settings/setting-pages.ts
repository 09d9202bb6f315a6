import type { SettingName } from '../../../shared/settings/settings.ts';

/** The pages of the settings, one subject each, in menu order. */
export const settingPages = [
  'service',
  'display',
  'orders',
  'sender',
  'labels',
  'printers',
  'scale',
  'sending',
  'checking',
  'backups',
  'privacy',
  'drill',
] as const;
export type SettingPage = (typeof settingPages)[number];

/** The page named in a route; the first one if none matches. */
export const pageFromRoute = (name: string | undefined): SettingPage =>
  settingPages.find((page) => page === name) ?? settingPages[0];

/** The settings of each page, in order. A test checks that every setting has a field. */
export const settingsByPage = {
  service: ['headerName'],
  display: [],
  orders: [
    'ownNumbers',
    'deskCode',
    'offerLast',
    'duplicateHours',
    'location',
    'weightUnit',
    'lengthUnit',
    'boxSizes',
    'sync',
    'operatorPin',
  ],
  sender: [
    'senderContact',
    'senderPhone',
    'senderEmail',
    'senderCountry',
    'senderProvince',
    'senderCity',
    'senderPostcode',
    'senderStreet1',
    'senderStreet2',
    'senderHouseNumber',
  ],
  labels: ['labelSize', 'labelSender', 'labelContents', 'labelCustom', 'labelLogo', 'labelPrivate'],
  printers: [],
  scale: ['scale', 'scaleLine', 'scaleEnters'],
  sending: [
    'holdSeconds',
    'alwaysAsk',
    'graceSeconds',
    'requestTimeoutSeconds',
    'concurrency',
    'backoffFirstSeconds',
    'backoffMostSeconds',
  ],
  checking: [
    'readFirstSeconds',
    'readMostSeconds',
    'stuckSeconds',
    'watchFirstSeconds',
    'watchMostSeconds',
    'stoodStillSeconds',
    'lang',
    'idType',
  ],
  backups: ['backupFolder', 'journalCopy'],
  privacy: ['retentionDays'],
  drill: [],
} as const satisfies Record<SettingPage, readonly SettingName[]>;

export const pageOfSetting = (name: SettingName): SettingPage =>
  pageFromRoute(settingPages.find((page) => settingsByPage[page].some((one) => one === name)));

export const idOfSetting = (name: string): string => `setting-${name}`;
