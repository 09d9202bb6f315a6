/**
 * A small double of Electron, so that the built main process and preload run where Electron's binary cannot be had. Windows
 * are pages of a real Chromium; what crosses between the two is cloned, refused and guarded as in Electron. What is not
 * here is not used by the app, or cannot be shown to be right this way (sandbox, dialogs, real printers, menus on a screen).
 */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { dialog, Menu, nativeImage, Notification, powerMonitor, safeStorage, screen, Tray } from './surroundings.ts';
export { utilityProcess } from './utility-process.ts';
