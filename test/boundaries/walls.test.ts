import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findBreaches } from './find-breaches.ts';

const root = join(import.meta.dirname, '../..');

describe('the walls', () => {
  it('stand in the whole project', () => {
    expect(findBreaches(root)).toEqual([]);
  });
});

describe('a breach is found', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  function breachesOf(path: string, text: string): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'walls-'));
    folders.push(folder);
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return findBreaches(folder);
  }

  const sideways = [
    ['shared knows nothing of the project', 'shared/a.ts', `import '../electron/outbox/claim.ts';`],
    ['shared knows no library but zod and big.js', 'shared/a.ts', `import { z } from 'undici';`],
    ['shared has no Node', 'shared/a.ts', `import { readFileSync } from 'node:fs';`],
    ['the engine knows no screen', 'electron/rpc/a.ts', `export * from '../../renderer/state.ts';`],
    ['a host knows no screen', 'electron/hosts/electron/main.ts', `import '../../../renderer/main.ts';`],
    ['nothing knows the tests', 'electron/compose.ts', `import '../test/support/clock.ts';`],
    ['a screen knows no engine', 'renderer/a.ts', `const a = await import('../electron/desk.ts');`],
    ['a screen in Svelte neither', 'renderer/A.svelte', `<script lang="ts">import '../electron/desk.ts';</script>`],
    ['nor in its module script', 'renderer/A.svelte', `<script module>import fs from 'node:fs';</script><p>a</p>`],
    ['nor in its markup', 'renderer/A.svelte', `{#await import('../electron/desk.ts') then a}{a}{/await}`],
    ['not even a type of it', 'renderer/a.ts', `import type { Desk } from '../electron/desk.ts';`],
    ['the outbox knows no sync', 'electron/outbox/a.ts', `import '../sync/loop.ts';`],
    ['the outbox knows no HTTP', 'electron/outbox/a.ts', `import { request } from 'node:http';`],
    ['by no name of it', 'electron/outbox/a.ts', `import { request } from 'http';`],
    ['the outbox knows no service', 'electron/outbox/a.ts', `import '../service/call.ts';`],
    ['the service knows no outbox', 'electron/service/a.ts', `import '../outbox/claim.ts';`],
    ['labels know no outbox', 'electron/labels/a.ts', `import '../outbox/claim.ts';`],
    ['labels know no service', 'electron/labels/a.ts', `import '../service/call.ts';`],
    ['sync knows no database', 'electron/sync/a.ts', `import Database from 'better-sqlite3';`],
    [
      'nor does the outbox open SQLite by what loads it',
      'electron/outbox/a.ts',
      `import '../database/sqlite-library.ts';`,
    ],
    ['only the service sends', 'electron/lookups/a.ts', `import { request } from 'undici';`],
    ['only the windows know Electron', 'electron/sync/a.ts', `import { app } from 'electron';`],
    ['a required module counts', 'electron/sync/a.ts', `const a = require('better-sqlite3');`],
    ['a folder nobody planned has no place', 'electron/helpers/a.ts', `export {};`],
  ] as const;
  it.each(sideways)('%s', (_rule, path, text) => {
    expect(breachesOf(path, text)).toHaveLength(1);
  });

  const clocks = [
    ['Date.now()', 'electron/outbox/a.ts', `export const at = Date.now();`],
    ['Date.now handed on', 'electron/sync/a.ts', `export const clock = Date.now;`],
    ['new Date()', 'shared/a.ts', `export const at = new Date();`],
    ['Math.random', 'electron/sync/a.ts', `export const jitter = Math.random() * 5;`],
    ['setTimeout', 'electron/service/a.ts', `setTimeout(() => {}, 5);`],
    ['globalThis.setTimeout', 'electron/service/a.ts', `globalThis.setTimeout(() => {}, 5);`],
    ['AbortSignal.timeout', 'electron/service/a.ts', `export const signal = AbortSignal.timeout(5);`],
    ['node:timers/promises', 'electron/import/a.ts', `import { setTimeout as wait } from 'node:timers/promises';`],
  ] as const;
  it.each(clocks)('%s is taken where it should be given', (_what, path, text) => {
    expect(breachesOf(path, text)).toHaveLength(1);
  });

  const allowed = [
    [
      'sync knows the outbox and the service',
      'electron/sync/a.ts',
      `import '../outbox/a.ts';import '../service/b.ts';`,
    ],
    ['the host gives the clock', 'electron/threads/desk-worker.ts', `export const at = Date.now();`],
    ['a moment that was given', 'shared/a.ts', `export const day = (at: number) => new Date(at).toISOString();`],
    [
      'a timer that was given',
      'electron/sync/a.ts',
      `export const wait = (setTimeout: (f: () => void) => void) => setTimeout(() => {});`,
    ],
    ['the database opens SQLite', 'electron/database/a.ts', `import Database from 'better-sqlite3';`],
  ] as const;
  it.each(allowed)('and nothing where there is none: %s', (_rule, path, text) => {
    expect(breachesOf(path, text)).toEqual([]);
  });
});
