/**
 * A small double of Electron that runs the built main process and preload where Electron's binary is not available.
 * Windows are pages of a real Chromium; messages between the two are cloned, rejected and guarded as in Electron.
 * Missing here is what the app does not use or what cannot be verified this way (sandbox, dialogs, real printers, menus
 * on a screen).
 */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { dialog, Menu, nativeImage, Notification, powerMonitor, safeStorage, screen, Tray } from './surroundings.ts';
export { utilityProcess } from './utility-process.ts';
