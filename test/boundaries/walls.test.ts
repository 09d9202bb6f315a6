import { findBreaches, findRuleCircles } from './find-breaches.ts';
import { allowedImports } from './walls.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('the import rules', () => {
  it('hold in the whole project', () => {
    expect(findBreaches(root)).toEqual([]);
  });

  it('let no two parts know one another, in a circle of any length', () => {
    expect(findRuleCircles(allowedImports)).toEqual([]);
  });

  it.each([
    ['renderer/texts', 'renderer/state'],
    ['renderer/screens/labels', 'renderer/screens/today'],
    ['renderer/screens/settings', 'renderer/screens/log/action-log.svelte.ts'],
    ['electron/outbox/search', 'electron/outbox'],
  ])('would have a circle if %s knew %s', (part, other) => {
    const brokenRules = { ...allowedImports, [part]: [...(allowedImports[part] ?? []), other] };
    expect(findRuleCircles(brokenRules)).toHaveLength(1);
  });
});

describe('a breach of the import rules is found', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  function breachesOf(path: string, text: string): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'walls-'));
    folders.push(folder);
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return findBreaches(folder);
  }

  const breachCases = [
    ['shared imports no other part of the project', 'shared/a.ts', `import '../electron/outbox/claim.ts';`],
    ['shared imports no library except zod and big.js', 'shared/a.ts', `import { z } from 'undici';`],
    ['shared imports no Node module', 'shared/a.ts', `import { readFileSync } from 'node:fs';`],
    ['the engine imports no screen', 'electron/lookups/a.ts', `export * from '../../renderer/state.ts';`],
    ['a host imports no screen', 'electron/hosts/electron/main.ts', `import '../../../renderer/main.ts';`],
    ['no product code imports the tests', 'electron/desk/compose.ts', `import '../../test/support/clock.ts';`],
    ['a screen imports no engine code', 'renderer/state/a.ts', `const a = await import('../../electron/desk.ts');`],
    [
      'a Svelte component imports no engine code',
      'renderer/ui/A.svelte',
      `<script lang="ts">import '../../electron/desk.ts';</script>`,
    ],
    ['nor does its module script', 'renderer/ui/A.svelte', `<script module>import fs from 'node:fs';</script><p>a</p>`],
    ['nor does its markup', 'renderer/ui/A.svelte', `{#await import('../../electron/desk.ts') then a}{a}{/await}`],
    [
      'a screen imports not even a type of the engine',
      'renderer/state/a.ts',
      `import type { Desk } from '../../electron/desk.ts';`,
    ],
    [
      'not even the module that starts the page imports engine code',
      'renderer/main.ts',
      `import '../electron/desk/open-desk.ts';`,
    ],
    ['the screens use no library that is not listed for them', 'renderer/lookups/a.ts', `import { z } from 'undici';`],
    [
      'a text imports no type of the screen that shows it',
      'renderer/texts/en/a.ts',
      `import type { SettingPage } from '../../screens/settings/setting-pages.ts';`,
    ],
    ['a part of the look imports no state', 'renderer/ui/A.svelte', `<script>import '../state/a.ts';</script>`],
    ['the table of keys imports no text', 'renderer/keys/a.ts', `import { t } from '../texts/say.svelte.ts';`],
    ['the call to the host imports no choice', 'renderer/transport/a.ts', `import '../choices/a.ts';`],
    ['state imports no form', 'renderer/state/a.ts', `import type { Leaf } from '../forms/form-tree.svelte.ts';`],
    ['the scale imports no form', 'renderer/scale/a.ts', `import '../forms/a.ts';`],
    ['printing imports no scan code', 'renderer/print/A.svelte', `<script>import '../scan/a.ts';</script>`],
    ['a form imports no screen', 'renderer/forms/A.svelte', `{#await import('../screens/order/a.ts')}{/await}`],
    ['a screen imports nothing of the frame', 'renderer/screens/today/a.ts', `import '../../frame/Rail.svelte';`],
    ['a screen imports no screen that is not listed for it', 'renderer/screens/labels/a.ts', `import '../today/a.ts';`],
    [
      'nor does a folder of that screen',
      'renderer/screens/settings/drill/a.ts',
      `export type { A } from '../../import/a.ts';`,
    ],
    ['only the program starts the page', 'renderer/frame/a.ts', `import '../main.ts';`],
    ['a folder of the screens that is not planned belongs to no part', 'renderer/helpers/a.ts', `export {};`],
    ['nor does a screen that is not listed', 'renderer/screens/other/a.ts', `export {};`],
    ['nor does a file beside the layers', 'renderer/a.ts', `export {};`],
    ['the outbox imports no sync code', 'electron/outbox/a.ts', `import '../delivery/sync/loop.ts';`],
    ['the outbox imports no HTTP module', 'electron/outbox/a.ts', `import { request } from 'node:http';`],
    ['not even without the node: prefix', 'electron/outbox/a.ts', `import { request } from 'http';`],
    ['the outbox imports no service code', 'electron/outbox/a.ts', `import '../delivery/service/call.ts';`],
    ['the service code imports no outbox code', 'electron/delivery/service/a.ts', `import '../../outbox/claim.ts';`],
    ['label code imports no outbox code', 'electron/labels/a.ts', `import '../outbox/claim.ts';`],
    ['label code imports no service code', 'electron/labels/a.ts', `import '../delivery/service/call.ts';`],
    ['sync imports no database library', 'electron/delivery/sync/a.ts', `import Database from 'better-sqlite3';`],
    [
      'the outbox opens no SQLite through the library loader',
      'electron/outbox/a.ts',
      `import '../storage/database/sqlite-library.ts';`,
    ],
    ['only the service code sends requests', 'electron/lookups/a.ts', `import { request } from 'undici';`],
    ['only the window host imports Electron', 'electron/delivery/sync/a.ts', `import { app } from 'electron';`],
    ['a required module counts', 'electron/delivery/sync/a.ts', `const a = require('better-sqlite3');`],
    ['a folder that is not planned belongs to no part', 'electron/helpers/a.ts', `export {};`],
    [
      'a room knows no room below it',
      'electron/storage/database/a.ts',
      `import type { Entry } from '../../outbox/entry.ts';`,
    ],
    ['a folder with a rule of its own is no part of its room', 'electron/labels/a.ts', `import './own-labels/a.ts';`],
  ] as const;
  it.each(breachCases)('%s', (_rule, path, text) => {
    expect(breachesOf(path, text)).toHaveLength(1);
  });

  const clockCases = [
    ['Date.now()', 'electron/outbox/a.ts', `export const at = Date.now();`],
    ['Date.now handed on', 'electron/delivery/sync/a.ts', `export const clock = Date.now;`],
    ['new Date()', 'shared/a.ts', `export const at = new Date();`],
    ['Math.random', 'electron/delivery/sync/a.ts', `export const jitter = Math.random() * 5;`],
    ['setTimeout', 'electron/delivery/service/a.ts', `setTimeout(() => {}, 5);`],
    ['globalThis.setTimeout', 'electron/delivery/service/a.ts', `globalThis.setTimeout(() => {}, 5);`],
    ['AbortSignal.timeout', 'electron/delivery/service/a.ts', `export const signal = AbortSignal.timeout(5);`],
    [
      'node:timers/promises',
      'electron/spreadsheets/import/a.ts',
      `import { setTimeout as wait } from 'node:timers/promises';`,
    ],
  ] as const;
  it.each(clockCases)('%s is found where it should be injected', (_what, path, text) => {
    expect(breachesOf(path, text)).toHaveLength(1);
  });

  const allowedCases = [
    [
      'sync imports the outbox and the service code',
      'electron/delivery/sync/a.ts',
      `import '../../outbox/a.ts';import '../service/b.ts';`,
    ],
    [
      'a screen imports the layers below it, its own folder, and a screen that is listed for it',
      'renderer/screens/today/a.ts',
      `import '../../scan/a.ts';import './b.ts';import type { C } from '../outbox/c.ts';import { z } from 'zod';`,
    ],
    ['the frame imports every screen', 'renderer/frame/a.ts', `import '../screens/today/A.svelte';`],
    ['the module that starts the page imports every layer', 'renderer/main.ts', `import './frame/App.svelte';`],
    ['the host injects the clock', 'electron/desk/threads/desk-worker.ts', `export const at = Date.now();`],
    ['a time passed as a parameter', 'shared/a.ts', `export const day = (at: number) => new Date(at).toISOString();`],
    [
      'a timer passed as a parameter',
      'electron/delivery/sync/a.ts',
      `export const wait = (setTimeout: (f: () => void) => void) => setTimeout(() => {});`,
    ],
    ['the database code opens SQLite', 'electron/storage/database/a.ts', `import Database from 'better-sqlite3';`],
  ] as const;
  it.each(allowedCases)('allowed code is reported as no breach: %s', (_rule, path, text) => {
    expect(breachesOf(path, text)).toEqual([]);
  });
});
