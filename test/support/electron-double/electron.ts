/**
 * A small double of Electron that runs the built main process and preload where Electron's binary is not available.
 * Windows are pages of a real Chromium; messages between the main process and a page are cloned, rejected and guarded
 * as in Electron. The double omits what the app does not use and what it cannot verify (sandbox, dialogs, real
 * printers, menus on a screen).
 */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { dialog, Menu, nativeImage, Notification, powerMonitor, safeStorage, screen, Tray } from './surroundings.ts';
export { utilityProcess } from './utility-process.ts';
