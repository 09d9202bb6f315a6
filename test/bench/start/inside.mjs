import { app, BrowserWindow } from 'electron';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

// The app that Electron starts: the built desk (its path in BENCH_APP), or a window with one line of text. It reports
// on standard output when a person can work in it, and then carries out commands from standard input, one per line.
const desk = process.env.BENCH_APP;
const tell = (line) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const painted =
  'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted(Date.now()))))';
/** Resolves when the page is painted and an order is saved, to the wall clock time (ms). */
const usable = `(async () => {
  while (!document.querySelector('h1')) await new Promise((next) => setTimeout(next, 2));
  const painted = ${painted};
  const request = { endpoint: 2, body: { Package: { PackageId: 'BENCH-' + crypto.randomUUID(), ServiceCode: 'SGP' } } };
  for (;;) {
    const answer = await parcelDesk.call('entry.enqueue', { commandId: crypto.randomUUID(), operator: 'Bench', request });
    if (answer.ok) break;
    await new Promise((next) => setTimeout(next, 2));
  }
  const saved = Date.now();
  return Math.max(saved, await painted);
})()`;

let contents = null;
app.on('web-contents-created', (_event, made) => {
  if (contents) return;
  contents = made;
  made.once('dom-ready', async () => tell({ usable: await made.executeJavaScript(desk ? usable : painted) }));
});

const delay = monitorEventLoopDelay({ resolution: 1 });
const asked = {
  script: ({ code }) => contents.executeJavaScript(code),
  key({ keyCode }) {
    contents.focus();
    contents.sendInputEvent({ type: 'keyDown', keyCode });
    if (keyCode.length === 1) contents.sendInputEvent({ type: 'char', keyCode });
    contents.sendInputEvent({ type: 'keyUp', keyCode });
  },
  watchDelay() {
    delay.reset();
    delay.enable();
  },
  delay() {
    delay.disable();
    return { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 };
  },
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, what, ...input } = JSON.parse(line);
  try {
    tell({ id, value: await asked[what](input) });
  } catch (error) {
    tell({ id, error: String(error) });
  }
});

if (desk) await import(desk);
else
  void app.whenReady().then(() => {
    const window = new BrowserWindow({ width: 1280, height: 860, show: false, webPreferences: { sandbox: true } });
    window.once('ready-to-show', () => window.show());
    void window.loadURL('data:text/html,<h1>Empty</h1>');
  });
