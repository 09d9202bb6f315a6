import { ordersCsv } from '../../support/orders-csv.ts';
import { absoluteOfRounds, quantile, type Figure, type Round } from '../figure.ts';
import { launch, type RunningApp } from './launch.ts';
import type { Folders } from './launches.ts';

const sentOrders = 2000;
const importedRows = 5000;
const labelCount = 500;
const keyIntervalMs = 40;
const idleKeys = 150;
const frameMs = 1000 / 60;

const field = `document.getElementById('field-Package.ShipToAddress.Street1')`;

/** Script for the page: measures how long each key in a field takes until the frame that shows it is painted (ms). */
const timeKeysScript = `(async () => {
  while (!${field}) await new Promise((next) => setTimeout(next, 10));
  const took = (window.took = []);
  ${field}.focus();
  if (window.listens === ${field}) return;
  (window.listens = ${field}).addEventListener('keydown', (event) => {
    // a message posted within a frame is heard right after that frame was painted
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.took.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
    });
  });
})()`;

/** Script for the page: calls the desk and throws if the answer is a problem. */
const callHelperScript = `const ask = async (name, input) => {
  const answer = await parcelDesk.call(name, input);
  if (!answer.ok) throw new Error(name + ': ' + JSON.stringify(answer.problem));
  return answer.value;
};
const imported = async (name, base64) => {
  const opened = await ask('import.open', { name, base64, as: 'label-order' });
  const { importId, mapping } = opened;
  await ask('import.check', { importId, mapping, corrections: [] });
  return () => ask('import.run', { commandId: crypto.randomUUID(), importId, mapping, corrections: [] });
};`;

/** Script for the page: selects the labels to draw and returns their number. */
const selectLabelsScript = `(async () => {
  ${callHelperScript}
  await ask('settings.set', { values: { holdSeconds: 0 } });
  const { rows } = await ask('labels.page', { list: 'ready', limit: ${String(labelCount)} });
  window.drawn = rows.map(({ id }) => id);
  return rows.length;
})()`;

/**
 * Script for the page: sends orders, imports further rows and draws labels, all at once. When all is done,
 * `window.over` has the result.
 */
const startWorkScript = (toSend: string, toImport: string): string => `(async () => {
  ${callHelperScript}
  const [first, further] = [await imported('to-send.csv', '${toSend}'), await imported('further.csv', '${toImport}')];
  const sent = async () => {
    const { accepted = 0, done = 0 } = (await ask('entries.counts', {})).byState;
    return accepted + done;
  };
  const before = await sent();
  window.over = null;
  const drained = async () => {
    while ((await sent()) < before + ${String(sentOrders)}) await new Promise((next) => setTimeout(next, 100));
  };
  const all = async () => {
    const drawn = ask('labels.document', { ids: window.drawn });
    await first();
    await Promise.all([further(), drawn, drained()]);
  };
  void all().then(() => (window.over = 'done'), (error) => (window.over = String(error)));
})()`;

async function typeUntil(app: RunningApp, isOver: (keys: number) => Promise<boolean>): Promise<number[]> {
  await app.ask('script', { code: timeKeysScript });
  let keys = 0;
  do {
    await app.ask('key', { keyCode: 'a' });
    keys += 1;
    await new Promise((resolve) => setTimeout(resolve, keyIntervalMs));
  } while (!(await isOver(keys)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (await app.ask('script', { code: 'window.took' })) as number[];
}

interface Delay {
  p99: number;
  most: number;
}

/**
 * Measures the time from a key press to its painting, and the delay of the main process, while all this happens at
 * once. An empty window runs beside it for comparison.
 */
export async function* busyFigures(
  home: string,
  folders: Pick<Folders, 'empty' | 'few'>,
  rounds: number,
): AsyncGenerator<Figure> {
  const keys: Round[] = [];
  const delays: Round[] = [];
  const maxDelays: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const desk = await launch(home, folders.few, 'desk');
    const emptyWindow = await launch(home, folders.empty, 'empty');
    try {
      const csv = (count: number, prefix: string) =>
        Buffer.from(ordersCsv(count).toString().replaceAll('CSV-', prefix)).toString('base64');
      const keyPrefix = `B${String(Date.now() % 1e9)}`;
      const labelsToDraw = await desk.ask('script', { code: selectLabelsScript });
      if (labelsToDraw !== labelCount) throw new Error(`there are ${String(labelsToDraw)} labels to draw`);
      await desk.ask('key', { keyCode: 'F2' });
      // The first key presses of a page include compilation.
      await typeUntil(desk, async (count) => count >= 30);
      const idle = await typeUntil(desk, async (count) => count >= idleKeys);
      await desk.ask('script', {
        code: startWorkScript(csv(sentOrders, `${keyPrefix}S`), csv(importedRows, `${keyPrefix}I`)),
      });
      await Promise.all([desk, emptyWindow].map((app) => app.ask('watchDelay')));
      let outcome: unknown = null;
      const busy = await typeUntil(desk, async (count) => {
        if (count % 10 === 0) outcome = await desk.ask('script', { code: 'window.over' });
        return outcome !== null;
      });
      if (outcome !== 'done') throw new Error(String(outcome));
      const [deskDelay, emptyDelay] = (await Promise.all([desk, emptyWindow].map((app) => app.ask('delay')))) as [
        Delay,
        Delay,
      ];
      keys.push({ measured: quantile(busy, 0.99) - quantile(idle, 0.99), against: quantile(idle, 0.99) });
      delays.push({ measured: deskDelay.p99 - emptyDelay.p99, against: emptyDelay.p99 });
      maxDelays.push({ measured: deskDelay.most, against: emptyDelay.most });
    } finally {
      await desk.kill();
      await emptyWindow.kill();
    }
  }
  const duringWork = `while ${String(sentOrders)} orders drain, ${String(importedRows)} rows import and ${String(labelCount)} labels are drawn`;
  yield absoluteOfRounds('start', `key to paint ${duringWork}, p99, more than at idle`, keys, 'ms', 'at idle', frameMs);
  yield absoluteOfRounds(
    'start',
    `event-loop delay of main ${duringWork}, p99, more than of an empty window beside it`,
    delays,
    'ms',
    'an empty window',
    4,
  );
  yield absoluteOfRounds(
    'start',
    `event-loop delay of main ${duringWork}, longest`,
    maxDelays,
    'ms',
    'an empty window',
    Infinity,
  );
}
