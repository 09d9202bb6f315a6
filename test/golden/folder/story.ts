import { labelOrder } from '../../practice/sample-creates.ts';
import { spawnDesk } from '../../support/desk-process.ts';
import { afterTheBackup, firstDay, secondDay, thirdDay } from './days.ts';
import { address, startServiceOfFolder, wrongs } from './service-at.ts';
import { openTold } from './told-desk.ts';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

interface Home {
  /** where the folder and the records of its service and machine are created */
  home: string;
  /** sets the calendar of every program in the scenario */
  setClock: (time: string) => void;
}

/**
 * Three days at a counter, produced by the product itself: entries in every state and with every question, drafts,
 * changes, refusals, copies, decisions, labels, memories and stored data. In between, the folder is lost and restored
 * from a backup; at the end the program is killed while it sends. Returns the data folder.
 */
export async function tellStory({ home, setClock }: Home): Promise<string> {
  const folder = join(home, 'desk');
  const copies = join(folder, 'copies');
  mkdirSync(home, { recursive: true });
  const service = await startServiceOfFolder();
  try {
    setClock('2026-11-02T08:00:00Z');
    const first = await openTold(join(home, 'lost'));
    await firstDay(first);
    const { path } = await first.desk.ask('backup.make', { to: copies });
    setClock('2026-11-02T15:00:00Z');
    await afterTheBackup(first);
    await first.desk.close();

    setClock('2026-11-03T08:00:00Z');
    await command(['restore', '--from', path, '--data', folder, '--journal', join(home, 'lost', 'journal')]);
    renameSync(join(home, 'lost'), join(home, 'aside'));
    await service.set(wrongs, { madeAfterMs: 50 });
    const second = await openTold(folder);
    await secondDay(second);
    setClock('2026-11-04T09:30:00Z');
    await thirdDay(second, home);
    await second.desk.ask('backup.make', { to: copies });
    await second.desk.close();

    setClock('2026-11-04T18:00:00Z');
    await killedWhileSending(folder, service);
    rmSync(join(home, 'aside'), { recursive: true });
    return folder;
  } finally {
    await service.stop();
  }
}

async function command(args: string[], input = ''): Promise<void> {
  const { code, stdout, stderr } = await spawnDesk(args, { input }).ended;
  if (code !== 0) throw new Error(`desk ${args.join(' ')} ended with ${String(code)}: ${stdout}${stderr}`);
}

async function killedWhileSending(
  folder: string,
  service: Awaited<ReturnType<typeof startServiceOfFolder>>,
): Promise<void> {
  const keys = ['SENDING-1', 'SENDING-2'];
  const lines = keys.map((key) => `${JSON.stringify({ endpoint: 2, body: labelOrder(key) })}\n`);
  await command(['enqueue', '--data', folder], lines.join(''));
  const running = spawnDesk(['deliver', '--data', folder, '--service', address]);
  for (;;) {
    const arrived = await service.arrived();
    if (keys.every((sent) => arrived.some(({ key }) => key === sent))) break;
    await after(50);
  }
  const ended = once(running.child, 'close');
  running.child.kill('SIGKILL');
  await ended;
}
