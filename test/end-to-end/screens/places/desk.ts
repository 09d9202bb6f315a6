import { ask } from '../../ask.ts';
import { made } from './filling.ts';
import type { Area, Place } from './place.ts';
import { dialog, patient, toSettings } from './ways.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const overlay = (name: string, component: string, keys: string): Place => ({
  name,
  screen: 'scanner',
  dialog: component,
  go: (page) => dialog(page, keys),
});

/** Presses the button that switches to the other folder: it is in the settings and has no key. */
async function pressSwitch(page: Page): Promise<void> {
  await toSettings(page, 'service');
  await page.locator('.mode > button').press('Enter');
  await page.locator('dialog[open]').waitFor();
}

const switchTo = (name: string): Place => ({
  name,
  screen: 'settings',
  dialog: 'ModeSwitch',
  go: pressSwitch,
});

/** Opens the question where a secret goes; faked, since only a desk with a folder from elsewhere asks it. */
async function askWhereSecretGoes(page: Page): Promise<void> {
  const problem = { kind: 'target-unknown', message: '', params: { bound: 'https://api.example.org' } };
  const call = '**/rpc/desk.setSecret';
  await page.route(call, (route) => route.fulfill({ json: { ok: false, problem } }));
  await toSettings(page, 'service');
  await page.locator('main input[type=password]').fill('not-sent');
  await dialog(page, 'Alt+w');
  await page.unroute(call);
}

/** Shows drafts that stayed in practice after going live; faked, since all drafts of this walk come along. */
async function tellWhatStayed(page: Page): Promise<void> {
  const problem = { kind: 'invalid', message: '' };
  const brought = JSON.stringify({ made: 1, already: 0, problems: [{ key: 'STAYED-1', problem }] });
  const kept = JSON.stringify([['parcel-desk drafts brought', brought]]);
  await page.evaluate((kept) => (window.name = `parcel-desk ${kept}`), kept);
  await page.reload();
  await page.locator('dialog[open]').waitFor();
}

/** Asks whether to work in a refused folder again; faked, since the folder of this walk is not refused. */
async function askToReopen(page: Page): Promise<void> {
  const warning = { code: 'folder-superseded', params: { folder: '/desk/old', by: '/desk/new' } };
  const call = '**/rpc/desk.state';
  await page.route(call, async (route) => {
    const response = await route.fetch();
    const { value, ...rest } = (await response.json()) as { value: object };
    await route.fulfill({ response, json: { ...rest, value: { ...value, warnings: [warning] } } });
  });
  await page.reload();
  await page.locator('[role=alert] .banner button').waitFor();
  await dialog(page, 'Alt+Shift+F8');
  // Calls that are being answered may finish.
  await page.unrouteAll({ behavior: 'wait' });
}

/** Asks for an approval; faked, since a desk with a real supervisor would ask for it at each later step of the walk. */
async function askForPin(page: Page): Promise<void> {
  const problem = { kind: 'needs-right', message: '', params: { right: 'settings', reason: 'pin-wrong', name: 'Mia' } };
  const mia = { name: 'Mia', code: 'm', badge: 'PD-B-1', hasPin: true, rights: ['settings'] };
  await page.route('**/rpc/operators.save', (route) => route.fulfill({ json: { ok: false, problem } }));
  await page.route('**/rpc/operators.list', (route) =>
    route.fulfill({ json: { ok: true, value: { operators: [mia] } } }),
  );
  await page.locator('main li button').press('Enter');
  await dialog(page, 'Control+Enter');
  await page.locator('dialog option').waitFor({ state: 'attached' });
  await page.unrouteAll({ behavior: 'wait' });
}

/** Opens the choice of a backup to restore; faked, since the host of this walk has no backup folder. */
async function chooseBackup(page: Page): Promise<void> {
  const state = { folder: '/backups', last: null, good: null, lock: null, rehearsal: null, rescued: null };
  const backups = [20, 19].map((day) => ({
    name: `parcel-desk-202611${day}T080000Z.db`,
    at: Date.UTC(2026, 10, day, 8),
    bytes: 2_400_000,
    locked: day === 19,
  }));
  await page.route('**/rpc/backup.state', (route) => route.fulfill({ json: { ok: true, value: state } }));
  await page.route('**/rpc/backup.list', (route) => route.fulfill({ json: { ok: true, value: { backups } } }));
  await page.reload();
  // Keys have no effect before the page is drawn.
  await page.locator('h1').first().waitFor();
  await toSettings(page, 'backups');
  await page.locator('main [aria-keyshortcuts="Alt+B"]').waitFor();
  await dialog(page, 'Alt+b');
  await page.locator('dialog li').first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Starts a drill with every trouble that can be staged on the desk of this walk. */
async function beginDrill(page: Page): Promise<void> {
  await toSettings(page, 'drill');
  await page.locator('main [aria-keyshortcuts="Alt+M"]:enabled').waitFor();
  await page.keyboard.press('Alt+m');
  await page.locator('main p[role=status] strong').waitFor();
}

/** Shows the report of a drill with some of everything; faked, since a real one takes minutes and a printer. */
async function showDrill(page: Page): Promise<void> {
  await page.keyboard.press('Alt+m');
  await page.locator('main fieldset').waitFor();
  const { drills } = await ask(page, 'drill.list', {});
  const [drill] = drills;
  if (!drill) throw new Error('no drill was held');
  const { rows } = await ask(page, 'entries.page', { limit: 3 });
  const did = { captured: 12, corrected: 1, sentAgain: 1, saidPrinted: 1 };
  const value = {
    drill: {
      ...drill,
      troubles: ['outage', 'lost', 'refused', 'paper'],
      operator: 'Zoë',
      untilAt: drill.beganAt + 600_000,
      endedAt: drill.beganAt + 600_000,
      endedBy: '',
    },
    outage: { from: drill.beganAt, to: drill.beganAt + 300_000, captured: 14 },
    lost: { orders: 5, asked: 2, sentAgain: 1, saidTaken: 1, withdrawn: 1, open: 0 },
    refused: { orders: 4, corrected: 3, withdrawn: 0, open: 1, longestMs: 252_000 },
    paper: { labels: 3, printedAgain: 1, saidPrinted: 1, open: 1 },
    people: ['', 'Mia', 'Zoë'].map((operator) => ({ operator, ...did })),
    open: rows,
  };
  await page.route('**/rpc/drill.report', (route) => route.fulfill({ json: { ok: true, value } }));
  await page.reload();
  await page.locator('main table tbody tr').first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Places that belong to the desk and not to an order. */
export const deskItself: Area = {
  name: 'the desk itself',
  fill: (page) => made(page, 'GOOD-1'),
  places: [
    {
      name: 'operators',
      screen: 'operators',
      async go(page) {
        await page.keyboard.press('Alt+Shift+O');
        await page.locator('main form input').first().waitFor();
        await page.keyboard.type('Zoë');
        await page.keyboard.press('Tab');
        await page.keyboard.type('z');
        await page.keyboard.press('Control+Enter');
        await page.locator('main li button').press('Enter');
        await page.locator('main svg[role=img]').waitFor();
      },
    },
    {
      name: 'forget an operator',
      screen: 'operators',
      dialog: 'OperatorsScreen',
      go: (page) => dialog(page, 'Alt+Backspace'),
    },
    { name: 'approval by a supervisor', screen: 'operators', dialog: 'ApprovalDialog', go: askForPin },
    {
      name: 'log',
      screen: 'log',
      async go(page) {
        await page.keyboard.press('Alt+PageUp');
        await page.locator('main tbody tr').first().waitFor();
      },
    },
    {
      name: 'scanner',
      screen: 'scanner',
      async go(page) {
        await page.keyboard.press('Alt+Shift+S');
        await page.locator('main h1').waitFor();
      },
    },
    overlay('palette', 'Palette', 'Control+k'),
    overlay('keys', 'KeySheet', 'Alt+k'),
    overlay('operator', 'OperatorDialog', 'Alt+o'),
    overlay('support file', 'SupportDialog', 'Shift+F1'),
    { name: 'choose a backup', screen: 'settings', dialog: 'RestoreDialog', go: chooseBackup },
    {
      name: 'confirm a restore',
      screen: 'settings',
      dialog: 'RestoreDialog',
      async go(page) {
        await chooseBackup(page);
        await page.keyboard.press('Enter');
        await page.locator('dialog .acts button').nth(1).waitFor();
      },
    },
    {
      name: 'locked backups',
      screen: 'settings',
      async go(page) {
        await ask(page, 'backup.lock', { commandId: randomUUID(), passphrase: 'four words that are easy' });
        await toSettings(page, 'backups');
        await page.locator('main .lock input').first().waitFor();
      },
    },
    {
      name: 'all data is checked',
      screen: 'settings',
      dialog: 'VerifyDialog',
      go: (page) => dialog(page, 'Alt+Shift+B'),
    },
    {
      name: 'stop locking',
      screen: 'settings',
      dialog: 'BackupEncryption',
      go: (page) => dialog(page, 'Alt+Shift+P'),
    },
    {
      name: 'settings with a problem',
      screen: 'settings',
      async go(page) {
        await toSettings(page, 'sending');
        await page.locator('#setting-holdSeconds').fill('x');
        await page.keyboard.press('Control+Enter');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    },
    {
      name: 'settings: labels',
      screen: 'settings',
      async go(page) {
        await toSettings(page, 'labels');
        // The desk draws this label with the settings of the page.
        await page.locator('main img').waitFor(patient);
      },
    },
    ...(['display', 'orders', 'sender', 'checking', 'privacy'] as const).map((name): Place => ({
      name: `settings: ${name}`,
      screen: 'settings',
      go: (page) => toSettings(page, name),
    })),
    { name: 'where a secret goes', screen: 'settings', dialog: 'ServiceSettings', go: askWhereSecretGoes },
    switchTo('to practice'),
    {
      name: 'settings of practice',
      screen: 'settings',
      async go(page) {
        await pressSwitch(page);
        await page.keyboard.press('Control+Enter');
        await page.locator('.desk.practice').waitFor(patient);
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      },
    },
    { name: 'a drill under way', screen: 'settings', go: beginDrill },
    { name: 'drill report', screen: 'settings', go: showDrill },
    switchTo('to live'),
    { name: 'drafts that stayed in practice', screen: 'settings', dialog: 'MigratedDraftsDialog', go: tellWhatStayed },
    { name: 'a refused folder', screen: 'settings', dialog: 'Banner', go: askToReopen },
  ],
};
