import { labelOrder } from '../../practice/sample-creates.ts';
import { spawnDesk } from '../../support/desk-process.ts';
import { afterTheBackup, firstDay, secondDay, thirdDay } from './days.ts';
import { serviceAddress, startServiceOfFolder, serviceFaults } from './service-at.ts';
import { openScenarioDesk } from './scenario-desk.ts';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

interface ScenarioOptions {
  /** where the folder and the records of its service and machine are created */
  home: string;
  /** sets the calendar of every program in the scenario */
  setClock: (time: string) => void;
}

/**
 * Runs three days at a counter with the product itself: entries in every state and with every question, drafts,
 * changes, refusals, copies, decisions, labels, memories and stored data. After the first day the folder is lost and
 * restored from a backup; at the end the program is killed while it sends. Returns the data folder.
 */
export async function runScenario({ home, setClock }: ScenarioOptions): Promise<string> {
  const folder = join(home, 'desk');
  const backupFolder = join(folder, 'copies');
  mkdirSync(home, { recursive: true });
  const service = await startServiceOfFolder();
  try {
    setClock('2026-11-02T08:00:00Z');
    const first = await openScenarioDesk(join(home, 'lost'));
    await firstDay(first);
    const { path } = await first.desk.ask('backup.make', { to: backupFolder });
    setClock('2026-11-02T15:00:00Z');
    await afterTheBackup(first);
    await first.desk.close();

    setClock('2026-11-03T08:00:00Z');
    await runDeskCommand(['restore', '--from', path, '--data', folder, '--journal', join(home, 'lost', 'journal')]);
    renameSync(join(home, 'lost'), join(home, 'aside'));
    await service.set(serviceFaults, { madeAfterMs: 50 });
    const second = await openScenarioDesk(folder);
    await secondDay(second);
    setClock('2026-11-04T09:30:00Z');
    await thirdDay(second, home);
    await second.desk.ask('backup.make', { to: backupFolder });
    await second.desk.close();

    setClock('2026-11-04T18:00:00Z');
    await killWhileSending(folder, service);
    rmSync(join(home, 'aside'), { recursive: true });
    return folder;
  } finally {
    await service.stop();
  }
}

async function runDeskCommand(args: string[], input = ''): Promise<void> {
  const { code, stdout, stderr } = await spawnDesk(args, { input }).result;
  if (code !== 0) throw new Error(`desk ${args.join(' ')} ended with ${String(code)}: ${stdout}${stderr}`);
}

async function killWhileSending(
  folder: string,
  service: Awaited<ReturnType<typeof startServiceOfFolder>>,
): Promise<void> {
  const keys = ['SENDING-1', 'SENDING-2'];
  const lines = keys.map((key) => `${JSON.stringify({ endpoint: 2, body: labelOrder(key) })}\n`);
  await runDeskCommand(['enqueue', '--data', folder], lines.join(''));
  const deskProcess = spawnDesk(['deliver', '--data', folder, '--service', serviceAddress]);
  for (;;) {
    const arrivals = await service.arrived();
    if (keys.every((expectedKey) => arrivals.some(({ key }) => key === expectedKey))) break;
    await after(50);
  }
  const closeEvent = once(deskProcess.child, 'close');
  deskProcess.child.kill('SIGKILL');
  await closeEvent;
}
