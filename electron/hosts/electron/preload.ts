import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { callChannel, eventChannel, paintedChannel } from './channels.ts';

// All a page gets of Electron: it can ask the desk, and hear what the desk tells.
contextBridge.exposeInMainWorld('parcelDesk', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(callChannel, name, input),
  onEvent(listener: (event: unknown) => void): () => void {
    const receive = (_event: IpcRendererEvent, event: unknown) => listener(event);
    ipcRenderer.on(eventChannel, receive);
    return () => void ipcRenderer.off(eventChannel, receive);
  },
});

// The window tells only that its page could be shown, which may be an empty one still.
const observer = new PerformanceObserver((entries) => {
  if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
  observer.disconnect();
  ipcRenderer.send(paintedChannel);
});
// a page has a kind of entry that Node's types do not know of
const painting: { type: string } = { type: 'paint' };
observer.observe(Object.assign({ type: 'mark', buffered: true } as const, painting));
