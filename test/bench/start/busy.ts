import { ordersCsv } from '../../support/orders-csv.ts';
import { absoluteOfRounds, quantile, type Figure, type Round } from '../figure.ts';
import { launch, type Launched } from './launch.ts';
import type { Folders } from './launches.ts';

const drained = 2000;
const imported = 5000;
const labels = 500;
const betweenMs = 40;
const idleKeys = 150;
const frameMs = 1000 / 60;

const field = `document.getElementById('field-Package.ShipToAddress.Street1')`;

/** Measures how long each key in a field takes until the frame that shows it is painted (ms). */
const listen = `(async () => {
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

/** Calls the desk within the page; throws if the answer is a problem. */
const asking = `const ask = async (name, input) => {
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

/** Selects the labels to draw and returns how many there are. */
const prepare = `(async () => {
  ${asking}
  await ask('settings.set', { values: { holdSeconds: 0 } });
  const { rows } = await ask('labels.page', { list: 'ready', limit: ${String(labels)} });
  window.drawn = rows.map(({ id }) => id);
  return rows.length;
})()`;

/** Sends orders, imports further rows and draws labels, all at once. When all is done, `window.over` has the result. */
const work = (toSend: string, toImport: string): string => `(async () => {
  ${asking}
  const [first, further] = [await imported('to-send.csv', '${toSend}'), await imported('further.csv', '${toImport}')];
  const sent = async () => {
    const { accepted = 0, done = 0 } = (await ask('entries.counts', {})).byState;
    return accepted + done;
  };
  const before = await sent();
  window.over = null;
  const drained = async () => {
    while ((await sent()) < before + ${String(drained)}) await new Promise((next) => setTimeout(next, 100));
  };
  const all = async () => {
    const drawn = ask('labels.document', { ids: window.drawn });
    await first();
    await Promise.all([further(), drawn, drained()]);
  };
  void all().then(() => (window.over = 'done'), (error) => (window.over = String(error)));
})()`;

async function typeFor(one: Launched, isOver: (keys: number) => Promise<boolean>): Promise<number[]> {
  await one.ask('script', { code: listen });
  let keys = 0;
  do {
    await one.ask('key', { keyCode: 'a' });
    keys += 1;
    await new Promise((next) => setTimeout(next, betweenMs));
  } while (!(await isOver(keys)));
  await new Promise((next) => setTimeout(next, 500));
  return (await one.ask('script', { code: 'window.took' })) as number[];
}

interface Delay {
  p99: number;
  most: number;
}

/**
 * The time from a key press to its painting, and the delay of the main process, while everything happens at once; an
 * empty window runs beside it for comparison.
 */
export async function* busyFigures(
  home: string,
  folders: Pick<Folders, 'empty' | 'few'>,
  rounds: number,
): AsyncGenerator<Figure> {
  const keys: Round[] = [];
  const delays: Round[] = [];
  const longest: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const desk = await launch(home, folders.few, 'desk');
    const beside = await launch(home, folders.empty, 'empty');
    try {
      const csv = (count: number, prefix: string) =>
        Buffer.from(ordersCsv(count).toString().replaceAll('CSV-', prefix)).toString('base64');
      const mark = `B${String(Date.now() % 1e9)}`;
      const ready = await desk.ask('script', { code: prepare });
      if (ready !== labels) throw new Error(`there are ${String(ready)} labels to draw`);
      await desk.ask('key', { keyCode: 'F2' });
      // The first key presses of a page include compilation.
      await typeFor(desk, async (count) => count >= 30);
      const idle = await typeFor(desk, async (count) => count >= idleKeys);
      await desk.ask('script', { code: work(csv(drained, `${mark}S`), csv(imported, `${mark}I`)) });
      await Promise.all([desk, beside].map((one) => one.ask('watchDelay')));
      let over: unknown = null;
      const busy = await typeFor(desk, async (count) => {
        if (count % 10 === 0) over = await desk.ask('script', { code: 'window.over' });
        return over !== null;
      });
      if (over !== 'done') throw new Error(String(over));
      const [ours, theirs] = (await Promise.all([desk, beside].map((one) => one.ask('delay')))) as [Delay, Delay];
      keys.push({ measured: quantile(busy, 0.99) - quantile(idle, 0.99), against: quantile(idle, 0.99) });
      delays.push({ measured: ours.p99 - theirs.p99, against: theirs.p99 });
      longest.push({ measured: ours.most, against: theirs.most });
    } finally {
      await desk.kill();
      await beside.kill();
    }
  }
  const while_ = `while ${String(drained)} orders drain, ${String(imported)} rows import and ${String(labels)} labels are drawn`;
  yield absoluteOfRounds('start', `key to paint ${while_}, p99, more than at idle`, keys, 'ms', 'at idle', frameMs);
  yield absoluteOfRounds(
    'start',
    `event-loop delay of main ${while_}, p99, more than of an empty window beside it`,
    delays,
    'ms',
    'an empty window',
    4,
  );
  yield absoluteOfRounds(
    'start',
    `event-loop delay of main ${while_}, longest`,
    longest,
    'ms',
    'an empty window',
    Infinity,
  );
}
