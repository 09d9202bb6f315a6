import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { callChannel, eventChannel } from './channels.ts';

// All a page gets of Electron: it can ask the desk, and hear what the desk tells.
contextBridge.exposeInMainWorld('parcelDesk', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(callChannel, name, input),
  onEvent(listener: (event: unknown) => void): () => void {
    const receive = (_event: IpcRendererEvent, event: unknown) => listener(event);
    ipcRenderer.on(eventChannel, receive);
    return () => void ipcRenderer.off(eventChannel, receive);
  },
});
