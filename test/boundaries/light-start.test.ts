import { modulesReachedFrom } from './reached-from.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const programs = [
  'electron/hosts/command-line/command-line.ts',
  'electron/desk/threads/desk-worker.ts',
  'electron/desk/threads/reader-worker.ts',
  'electron/desk/threads/io-worker.ts',
];
/** Modules that only HTTP requests need; loading one takes a tenth of the startup time or more. */
const httpModules = ['node:http', 'node:https', 'node:http2', 'node:tls', 'undici', 'undici/lib/dispatcher/agent.js'];

describe('a program that may exit without sending a request', () => {
  it.each(programs)('loads no HTTP module at startup: %s', (program) => {
    const { packages } = modulesReachedFrom(root, program);
    expect(packages.size).toBeGreaterThan(0);
    expect(httpModules.filter((name) => packages.has(name)).map((name) => [name, packages.get(name)])).toEqual([]);
  });
});
