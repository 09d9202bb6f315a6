import { callChannel, eventChannel, paintedChannel } from './channels.ts';
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';

// The whole interface of a page to Electron: call the desk, and listen to its events.
contextBridge.exposeInMainWorld('parcelDesk', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(callChannel, name, input),
  onEvent(listener: (event: unknown) => void): () => void {
    const forwardEvent = (_event: IpcRendererEvent, event: unknown) => listener(event);
    ipcRenderer.on(eventChannel, forwardEvent);
    return () => void ipcRenderer.off(eventChannel, forwardEvent);
  },
});

// Electron's own event comes as soon as the page can be shown, when it may still be empty.
const observer = new PerformanceObserver((entries) => {
  if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
  observer.disconnect();
  ipcRenderer.send(paintedChannel);
});
// a browser entry type that Node's types lack
const paintEntryType: { type: string } = { type: 'paint' };
observer.observe(Object.assign({ type: 'mark', buffered: true } as const, paintEntryType));
