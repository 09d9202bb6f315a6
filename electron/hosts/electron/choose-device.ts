import { dialog, type BrowserWindow } from 'electron';

/** Lets a person choose the device that a printer hangs on; null where they chose none. */
export async function chooseDevice(owner: BrowserWindow): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(owner, { defaultPath: '/dev/usb', properties: ['openFile'] });
  return filePaths[0] ?? null;
}
