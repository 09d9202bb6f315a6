import { commandCode } from '../../shared/scan/read-code.ts';

/**
 * Every action at the desk with its keys: handlers, button hints, key sheet and palette derive from this table. A key
 * that writes a character (and Ctrl+A) acts only outside text fields. With Alt or Ctrl, letters and digits are named by
 * their position on the keyboard, since Alt may change the character.
 */
interface KeyRow {
  keys: readonly string[];
  group:
    | 'desk'
    | 'go'
    | 'list'
    | 'entry'
    | 'form'
    | 'import'
    | 'labels'
    | 'handover'
    | 'operators'
    | 'scanner'
    | 'settings'
    | 'lookup'
    | 'dialog';
}

/** Names of actions are in printed barcodes and must not change; `texts/en/acts.ts` has their meaning. */
export const keyTable = {
  'new-label-order': { keys: ['F2', 'Alt+Shift+1'], group: 'desk' },
  'new-drop-ship-order': { keys: ['Alt+Shift+2'], group: 'desk' },
  'new-box-order': { keys: ['Alt+Shift+3'], group: 'desk' },
  'new-declaration': { keys: ['Alt+Shift+4'], group: 'desk' },
  'new-outbound-order': { keys: ['Alt+Shift+5'], group: 'desk' },
  'new-batch-outbound-order': { keys: ['Alt+Shift+6'], group: 'desk' },
  'new-fba-order': { keys: ['Alt+Shift+7'], group: 'desk' },
  'new-inbound-order': { keys: ['Alt+Shift+8'], group: 'desk' },
  'new-sku': { keys: ['Alt+Shift+9'], group: 'desk' },
  find: { keys: ['F3', '/'], group: 'desk' },
  'mend-next': { keys: ['F4'], group: 'desk' },
  print: { keys: ['F8'], group: 'desk' },
  park: { keys: ['F9'], group: 'desk' },
  palette: { keys: ['Ctrl+K'], group: 'desk' },
  'show-keys': { keys: ['?', 'Alt+K'], group: 'desk' },
  'switch-language': { keys: ['Alt+L'], group: 'desk' },
  'switch-theme': { keys: ['Alt+Shift+L'], group: 'desk' },
  'service-names': { keys: ['Alt+Shift+F6'], group: 'desk' },
  'key-caps': { keys: ['Alt+Shift+F7'], group: 'desk' },
  'set-operator': { keys: ['Alt+O'], group: 'desk' },
  'sync-now': { keys: ['Alt+Y'], group: 'desk' },
  'reopen-folder': { keys: ['Alt+Shift+F8'], group: 'desk' },
  'find-scan': { keys: ['Alt+Shift+F'], group: 'desk' },
  'write-scan': { keys: ['Alt+Shift+I'], group: 'desk' },
  'open-meant': { keys: ['Alt+Shift+Y'], group: 'desk' },
  'take-slow-scan': { keys: ['Shift+F9'], group: 'desk' },
  'make-backup': { keys: ['Alt+Shift+F9'], group: 'desk' },
  'make-support-file': { keys: ['Shift+F1'], group: 'desk' },
  'print-keys': { keys: ['Alt+Shift+H'], group: 'desk' },
  'print-codes': { keys: ['Alt+Shift+0'], group: 'desk' },
  'print-badges': { keys: ['Alt+Shift+A'], group: 'desk' },
  dismiss: { keys: ['Shift+F8'], group: 'desk' },
  back: { keys: ['Escape'], group: 'desk' },

  'go-today': { keys: ['Alt+Home'], group: 'go' },
  'go-close': { keys: ['Alt+End'], group: 'go' },
  'go-handover': { keys: ['Alt+PageDown'], group: 'go' },
  'go-outbox': { keys: ['Alt+1'], group: 'go' },
  'go-new': { keys: ['Alt+0', 'Shift+F2'], group: 'go' },
  'go-label-order': { keys: ['Alt+2'], group: 'go' },
  'go-import': { keys: ['Alt+3'], group: 'go' },
  'go-labels': { keys: ['Alt+4'], group: 'go' },
  'go-inventory': { keys: ['Alt+7'], group: 'go' },
  'go-skus': { keys: ['Alt+8'], group: 'go' },
  'go-prices': { keys: ['F6'], group: 'go' },
  'price-this': { keys: ['Shift+F6'], group: 'go' },
  'go-settings': { keys: ['Alt+5'], group: 'go' },
  'go-tracking': { keys: ['Alt+6'], group: 'go' },
  'go-orders': { keys: ['Alt+9'], group: 'go' },
  'go-memory': { keys: ['Alt+Shift+G'], group: 'go' },
  'go-operators': { keys: ['Alt+Shift+O'], group: 'go' },
  'go-log': { keys: ['Alt+PageUp'], group: 'go' },
  'go-scanner': { keys: ['Alt+Shift+S'], group: 'go' },

  'list-next': { keys: ['Alt+ArrowRight'], group: 'list' },
  'list-before': { keys: ['Alt+ArrowLeft'], group: 'list' },
  'see-elsewhere': { keys: ['Alt+Shift+ArrowRight'], group: 'list' },
  narrow: { keys: ['Alt+I'], group: 'list' },
  'turn-order': { keys: ['Alt+Z'], group: 'list' },
  'saved-views': { keys: ['Alt+Q'], group: 'list' },
  unfilter: { keys: ['Alt+Backspace'], group: 'list' },
  forget: { keys: ['Alt+Shift+Backspace'], group: 'list' },
  rename: { keys: ['Alt+B'], group: 'list' },
  'choose-all': { keys: ['Ctrl+A'], group: 'list' },
  'withdraw-chosen': { keys: ['Alt+Shift+W'], group: 'list' },
  'try-chosen': { keys: ['Alt+Shift+T'], group: 'list' },
  'export-entries': { keys: ['Alt+Shift+E'], group: 'list' },
  'mend-chosen': { keys: ['Alt+Shift+M'], group: 'list' },
  'slips-chosen': { keys: ['Alt+Shift+K'], group: 'list' },
  'track-chosen': { keys: ['Alt+Shift+P'], group: 'list' },

  submit: { keys: ['Alt+S'], group: 'entry' },
  mend: { keys: ['Alt+M'], group: 'entry' },
  change: { keys: ['Alt+C'], group: 'entry' },
  replace: { keys: ['Alt+R'], group: 'entry' },
  'try-now': { keys: ['Alt+T'], group: 'entry' },
  'send-anyway': { keys: ['Alt+A'], group: 'entry' },
  'send-again': { keys: ['Alt+G'], group: 'entry' },
  taken: { keys: ['Alt+J'], group: 'entry' },
  refusal: { keys: ['Alt+V'], group: 'entry' },
  'forget-text': { keys: ['Alt+Shift+V'], group: 'entry' },
  ours: { keys: ['Alt+U'], group: 'entry' },
  'new-like': { keys: ['Alt+N'], group: 'entry' },
  withdraw: { keys: ['Alt+W'], group: 'entry' },
  closed: { keys: ['Alt+P'], group: 'entry' },
  cancelled: { keys: ['Alt+X'], group: 'entry' },
  'more-acts': { keys: ['Alt+E'], group: 'entry' },
  'see-tracking': { keys: ['Alt+F'], group: 'entry' },
  'see-order': { keys: ['Alt+D'], group: 'entry' },
  'packing-slip': { keys: ['Alt+Shift+U'], group: 'entry' },

  save: { keys: ['Ctrl+Enter'], group: 'form' },
  'save-decided': { keys: ['Alt+A'], group: 'form' },
  'add-line': { keys: ['Alt+I'], group: 'form' },
  'copy-line': { keys: ['Ctrl+D'], group: 'form' },
  'copy-many': { keys: ['Alt+Shift+C'], group: 'form' },
  'copy-outer': { keys: ['F7', 'Alt+Shift+B'], group: 'form' },
  'fill-down': { keys: ['Alt+V'], group: 'form' },
  'up-line': { keys: ['Alt+U'], group: 'form' },
  'drop-line': { keys: ['Alt+Backspace'], group: 'form' },
  'line-details': { keys: ['Alt+Enter'], group: 'form' },
  'next-problem': { keys: ['Alt+N'], group: 'form' },
  'check-status': { keys: ['Alt+Shift+E'], group: 'form' },
  'see-saved': { keys: ['Alt+Shift+M'], group: 'form' },
  'all-said': { keys: ['Alt+M'], group: 'form' },
  'take-weight': { keys: ['Alt+W'], group: 'form' },
  'go-to-field': { keys: ['Ctrl+G'], group: 'form' },
  'clear-form': { keys: ['Alt+Shift+Backspace'], group: 'form' },
  'fresh-number': { keys: ['Alt+Shift+N'], group: 'form' },
  'same-as-last': { keys: ['Alt+R'], group: 'form' },
  'next-carried': { keys: ['Alt+X'], group: 'form' },
  'use-template': { keys: ['Alt+T'], group: 'form' },
  'save-template': { keys: ['Alt+Shift+T'], group: 'form' },
  'unfold-all': { keys: ['Alt+F'], group: 'form' },
  'paste-address': { keys: ['Alt+Shift+V'], group: 'form' },
  'address-book': { keys: ['Alt+Shift+K'], group: 'form' },
  'address-right': { keys: ['Alt+Shift+J'], group: 'form' },
  'undo-fill': { keys: ['Alt+Shift+Z'], group: 'form' },
  'take-block': { keys: ['Alt+Shift+X'], group: 'form' },
  'close-fill': { keys: ['Alt+Shift+U'], group: 'form' },
  'take-back': { keys: ['Alt+Z'], group: 'form' },

  'save-service': { keys: ['Alt+S'], group: 'settings' },
  'keep-secret': { keys: ['Alt+W'], group: 'settings' },
  'test-service': { keys: ['Alt+E'], group: 'settings' },
  'forget-secret': { keys: ['Alt+Shift+W'], group: 'settings' },
  'switch-mode': { keys: ['Alt+G'], group: 'settings' },
  'backup-now': { keys: ['Alt+N'], group: 'settings' },
  'restore-backup': { keys: ['Alt+B'], group: 'settings' },
  'check-data': { keys: ['Alt+Shift+B'], group: 'settings' },
  'lock-copies': { keys: ['Alt+P'], group: 'settings' },
  'unlock-copies': { keys: ['Alt+Shift+P'], group: 'settings' },
  'print-recovery': { keys: ['Alt+R'], group: 'settings' },
  'recovery-printed': { keys: ['Alt+J'], group: 'settings' },
  'rescue-seen': { keys: ['Alt+A'], group: 'settings' },
  'choose-logo': { keys: ['Alt+Shift+C'], group: 'settings' },
  'remove-logo': { keys: ['Alt+Shift+X'], group: 'settings' },
  'begin-drill': { keys: ['Alt+M'], group: 'settings' },
  'end-drill': { keys: ['Alt+M'], group: 'settings' },
  'find-printers': { keys: ['Alt+Q'], group: 'settings' },
  'choose-device': { keys: ['Alt+U'], group: 'settings' },
  'ask-printer': { keys: ['Alt+F'], group: 'settings' },
  'trust-printer': { keys: ['Alt+H'], group: 'settings' },
  'add-printer': { keys: ['Alt+I'], group: 'settings' },
  'test-printer': { keys: ['Alt+T'], group: 'settings' },
  'test-empty': { keys: ['Alt+X'], group: 'settings' },
  'test-scanned': { keys: ['Alt+C'], group: 'settings' },
  'choose-printer': { keys: ['Alt+V'], group: 'settings' },
  'choose-scale': { keys: ['Alt+U'], group: 'settings' },
  'forget-scale': { keys: ['Alt+Shift+V'], group: 'settings' },
  'remove-printer': { keys: ['Alt+Shift+V'], group: 'settings' },

  'choose-file': { keys: ['Alt+B'], group: 'import' },
  'run-import': { keys: ['Ctrl+Enter'], group: 'import' },
  'stop-import': { keys: ['Alt+Q'], group: 'import' },
  'export-rest': { keys: ['Alt+E'], group: 'import' },
  'get-template': { keys: ['Alt+D'], group: 'import' },
  'more-rows': { keys: ['Alt+M'], group: 'import' },
  'close-import': { keys: ['Alt+Shift+Q'], group: 'import' },

  'find-label': { keys: ['Alt+F'], group: 'labels' },
  'save-pdf': { keys: ['Alt+D'], group: 'labels' },
  'all-printed': { keys: ['Alt+H'], group: 'labels' },
  'not-printed': { keys: ['Alt+N'], group: 'labels' },
  'print-dialog': { keys: ['Shift+F7'], group: 'labels' },
  'print-provisional': { keys: ['Ctrl+F8'], group: 'labels' },
  'print-coming': { keys: ['Alt+F8'], group: 'labels' },
  'print-pass': { keys: ['Alt+W'], group: 'labels' },
  'last-came': { keys: ['Alt+J'], group: 'labels' },
  'other-came': { keys: ['Alt+A'], group: 'labels' },
  'print-go-on': { keys: ['Alt+G'], group: 'labels' },
  'print-stop': { keys: ['Alt+Q'], group: 'labels' },
  'print-again': { keys: ['Alt+R'], group: 'labels' },
  'print-move': { keys: ['Alt+M'], group: 'labels' },
  'print-cancel': { keys: ['Alt+Shift+Q'], group: 'labels' },
  'end-scans': { keys: ['Alt+X'], group: 'labels' },

  'begin-handover': { keys: ['Alt+I'], group: 'handover' },
  'take-all': { keys: ['Alt+A'], group: 'handover' },
  'take-chosen': { keys: ['Alt+T'], group: 'handover' },
  'leave-chosen': { keys: ['Alt+W'], group: 'handover' },
  'along-chosen': { keys: ['Alt+J'], group: 'handover' },
  'drop-chosen': { keys: ['Alt+Shift+W'], group: 'handover' },
  'close-handover': { keys: ['Alt+S'], group: 'handover' },
  'discard-handover': { keys: ['Alt+Shift+Q'], group: 'handover' },

  'ask-service': { keys: ['Alt+T', 'Ctrl+Enter'], group: 'lookup' },
  'create-sku': { keys: ['Alt+I'], group: 'lookup' },
  'export-csv': { keys: ['Alt+Shift+C'], group: 'lookup' },
  'export-xlsx': { keys: ['Alt+Shift+X'], group: 'lookup' },
  'look-at-sku': { keys: ['Alt+G'], group: 'lookup' },
  'other-order': { keys: ['Alt+D'], group: 'lookup' },
  'enter-numbers': { keys: ['Alt+N'], group: 'lookup' },
  watch: { keys: ['Alt+W'], group: 'lookup' },
  unwatch: { keys: ['Alt+X'], group: 'lookup' },
  'open-entry': { keys: ['Alt+E'], group: 'lookup' },
  'drop-row': { keys: ['Alt+Q'], group: 'lookup' },
  'clear-rows': { keys: ['Alt+Shift+Q'], group: 'lookup' },

  'new-operator': { keys: ['Alt+I'], group: 'operators' },
  'forget-operator': { keys: ['Alt+Backspace'], group: 'operators' },
  'new-badge': { keys: ['Alt+B'], group: 'operators' },

  'sound-accepted': { keys: ['Alt+A'], group: 'scanner' },
  'sound-unknown': { keys: ['Alt+U'], group: 'scanner' },
  'sound-warning': { keys: ['Alt+W'], group: 'scanner' },
  'sound-error': { keys: ['Alt+E'], group: 'scanner' },
  'usual-scanner': { keys: ['Alt+Z'], group: 'scanner' },

  'count-on': { keys: ['Alt+Shift+K'], group: 'dialog' },
  'save-anyway': { keys: ['Alt+A'], group: 'dialog' },
  'open-similar': { keys: ['Alt+Enter'], group: 'dialog' },
  confirm: { keys: ['Ctrl+Enter'], group: 'dialog' },
} as const satisfies Record<string, KeyRow>;

export type ActionName = keyof typeof keyTable;
export const actionNames = Object.keys(keyTable).filter((name): name is ActionName => Object.hasOwn(keyTable, name));

/** Groups in the order of the table. */
export const keyGroups = [...new Set(actionNames.map((name) => keyTable[name].group))];

export const keyRowOf = (action: ActionName): KeyRow => keyTable[action];

/** The keys of an action in the format of `aria-keyshortcuts`. */
export const shortcutsOf = (action: ActionName): string =>
  keyRowOf(action).keys.join(' ').replaceAll('Ctrl', 'Control');

/** Key names that are spelled out; all others are shown as in the table. */
const spelledKeys = ['Enter', 'Escape', 'Backspace', 'ArrowRight', 'ArrowLeft', 'Shift'] as const;
export type SpelledKey = (typeof spelledKeys)[number];

/** A key of the table as shown to the user: `Alt+ArrowRight` becomes `Alt →`. */
export function keyLabel(keys: string, words: Record<SpelledKey, string>): string {
  return keys
    .split('+')
    .map((key) => {
      const spelledKey = spelledKeys.find((spelledName) => spelledName === key);
      return spelledKey ? words[spelledKey] : key;
    })
    .join(' ');
}

/**
 * Name of an action in a barcode: capitals only, since other characters come out differently on some keyboard layouts.
 */
const barcodeNameOf = (action: ActionName): string => action.replaceAll('-', '').toUpperCase();

/** The text to encode in the barcode of an action. */
export const codeOfAction = (action: ActionName): string => commandCode(barcodeNameOf(action));

/** The action of a scanned command; undefined if this desk has none of that name. */
export const actionOfCommand = (command: string): ActionName | undefined =>
  actionNames.find((action) => barcodeNameOf(action) === command);
