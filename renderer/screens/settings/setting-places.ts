import type { SettingName } from '../../../shared/settings/settings.ts';

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
