import type { IoClient, IoRequest } from '../../electron/copies/io-process/io-message.ts';
import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { composeSafeguards } from '../../electron/desk/compose-safeguards.ts';
import { deskWarnings } from '../../electron/desk/folder/folder-guard.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { otherParts } from '../../shared/outbox/damaged-parts.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label, openLostDesk } from './lost-desk.ts';
import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A closed desk with an entry, a list and a template, in which the disk changed the rows beside the entry. */
async function damagedFolder(): Promise<string> {
  const { folder, desk, add, close, command } = await openLostDesk();
  await add(label('ONE'));
  await desk.ask('lists.import', { commandId: randomUUID(), list: 'services', csv: 'code,name\nSGP,Post' });
  await desk.ask('templates.save', { ...command(), name: 'Weekly', request: label('TWO') });
  await close();
  const disk = new Database(join(folder, deskFile));
  disk.exec("UPDATE list_item SET name = 'Pots' WHERE code = 'SGP'; UPDATE template SET used = used + 1");
  disk.close();
  return folder;
}

it('damage beside the entries is shown on the screen by its kind, after the full check', async () => {
  const folder = await damagedFolder();
  const db = openDesk(folder);
  const warnings = deskWarnings(() => undefined);
  const timers: { ms: number; run: () => void }[] = [];
  const place = (async (ask: IoRequest) =>
    ask.ask === 'check' ? checkFolder(ask.data, () => undefined) : Promise.reject(new Error(ask.ask))) as IoClient;
  const rescue = composeSafeguards(db, {
    folder,
    machine: temporaryFolder(),
    now: Date.now,
    newId: randomUUID,
    timer: { after: (ms, run) => (timers.push({ ms, run }), () => undefined) },
    askIo: place,
    settings: () => defaultSettings,
    foldersOfRun: [],
    isIdle: () => false,
    endForRestart: () => undefined,
    rebuildIndexes: () => undefined,
    report: warnings.report,
    refreshScreens: () => undefined,
    onFault: () => undefined,
  });
  try {
    for (const { run } of timers) run();
    const told = () => warnings.handlers['desk.warnings']({});
    await expect.poll(told).toMatchObject({
      warnings: expect.arrayContaining([{ code: 'damage-beside', params: { folder, parts: 'list template' } }]) as [],
    });
  } finally {
    await rescue.close();
    db.close();
  }
});

it.each([
  ['en', en.damaged],
  ['zh-CN', zhCN.damaged],
])('each kind of damage has its own words on the screen: %s', (_, words) => {
  const whats = otherParts.map((part) => words[part].what);
  expect(whats.every((what) => what.length > 2)).toBe(true);
  expect(new Set(whats).size).toBe(otherParts.length);
});
