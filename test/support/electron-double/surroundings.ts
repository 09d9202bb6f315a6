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

/** A system that has neither notifications nor a place for signs. */
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
  /** of a window: who closes it though something waits means it; else it stays until it is ended, as the real one until it is answered */
  showMessageBox: (...given: [MessageBox] | [unknown, MessageBox]) =>
    new Promise<{ response: number }>((resolve) => {
      const { message, buttons, signal } = given.at(-1) as MessageBox;
      if (buttons) return resolve({ response: 0 });
      process.stderr.write(`${message}\n`);
      signal?.addEventListener('abort', () => resolve({ response: 0 }));
    }),
  showErrorBox: (title: string, text: string) => process.stderr.write(`${title}: ${text}\n`),
};

// sealed so that a reader of the file sees no secret; where there is no keyring, the double says so as Linux does
const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => process.env['DOUBLE_KEYRING'] ?? 'basic_text',
  encryptStringAsync: (plain: string) => Promise.resolve(turn(Buffer.from(plain))),
  decryptStringAsync: (sealed: Buffer) => Promise.resolve({ result: turn(sealed).toString(), shouldReEncrypt: false }),
};
