import type { SettingName } from '../../../shared/settings/settings.ts';

/** Parts of the screen that are looked for by what is done there. */
export const settingParts = ['mode', 'display', 'service', 'labels', 'printers', 'backups'] as const;
export type SettingPart = (typeof settingParts)[number];
export const idOfPart = (part: SettingPart): string => `settings-${part}`;

/** Where each setting stands on the screen, in this order. A test finds a field for every setting. */
export const settingPlaces = {
  service: ['headerName'],
  order: [
    'ownNumbers',
    'deskCode',
    'offerLast',
    'duplicateHours',
    'location',
    'weightUnit',
    'lengthUnit',
    'boxSizes',
    'lang',
    'idType',
    'sync',
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
  labels: ['labelSize', 'labelSender', 'labelContents', 'labelCustom', 'labelPrivate'],
  delivery: [
    'requestTimeoutSeconds',
    'concurrency',
    'backoffFirstSeconds',
    'backoffMostSeconds',
    'readFirstSeconds',
    'readMostSeconds',
    'stuckSeconds',
    'watchFirstSeconds',
    'watchMostSeconds',
    'stoodStillSeconds',
  ],
  safety: ['holdSeconds', 'graceSeconds', 'alwaysAsk', 'journalCopy', 'retentionDays'],
  backups: ['backupFolder'],
} as const satisfies Record<string, readonly SettingName[]>;
