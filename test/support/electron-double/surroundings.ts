import { EventEmitter } from 'node:events';

export const Menu = {
  buildFromTemplate: (template: unknown[]) => ({ items: template }),
  setApplicationMenu: (menu: unknown) => void menu,
};

const display = { id: 1, workArea: { x: 0, y: 0, width: 1280, height: 860 } };
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
});

/** A machine that never sleeps. */
export const powerMonitor = new EventEmitter();

/** A system without notifications and without a tray. */
export class Notification {
  static isSupported = (): boolean => false;
}
export class Tray {
  constructor() {
    throw new Error('no place for signs');
  }
}
export const nativeImage = { createEmpty: () => ({ addRepresentation: () => undefined }) };

interface MessageBox {
  message: string;
  buttons?: string[];
  signal?: AbortSignal;
}
export const dialog = {
  /**
   * Answers a box with buttons with the first one, because tests that close a desk with orders waiting intend to. A box
   * without buttons stays open until it is aborted.
   */
  showMessageBox: (...args: [MessageBox] | [unknown, MessageBox]) =>
    new Promise<{ response: number }>((resolve) => {
      const { message, buttons, signal } = args.at(-1) as MessageBox;
      if (buttons) return resolve({ response: 0 });
      process.stderr.write(`${message}\n`);
      signal?.addEventListener('abort', () => resolve({ response: 0 }));
    }),
  showErrorBox: (title: string, text: string) => process.stderr.write(`${title}: ${text}\n`),
};

// Scrambles secrets so that the file shows none in plain text. Without a keyring the double reports `basic_text`, as
// Electron on Linux does.
const scramble = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => process.env['DOUBLE_KEYRING'] ?? 'basic_text',
  encryptStringAsync: (plain: string) => Promise.resolve(scramble(Buffer.from(plain))),
  decryptStringAsync: (sealed: Buffer) =>
    Promise.resolve({ result: scramble(sealed).toString(), shouldReEncrypt: false }),
};
