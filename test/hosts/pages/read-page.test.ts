import { readPage } from '../../../electron/hosts/pages.ts';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home: string;
let folder: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'pages-'));
  folder = join(home, 'pages');
  mkdirSync(join(folder, 'assets.js'), { recursive: true });
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'index-B2sxIwWW.js'), 'export {};');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(home, 'secret.js'), 'secret');
  symlinkSync(join(home, 'secret.js'), join(folder, 'link.js'));
  symlinkSync(home, join(folder, 'up'));
});
afterAll(() => rmSync(home, { recursive: true }));

describe('a page', () => {
  it('is served with its type and its security headers', async () => {
    const page = await readPage(folder, '/');
    expect(page.status).toBe(200);
    expect(page.headers['Content-Type']).toBe('text/html; charset=utf-8');
    const policy = page.headers['Content-Security-Policy'];
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
  });

  it('is cached by a browser if the build named it by its content, and requested again otherwise', async () => {
    const kept = async (path: string) => (await readPage(folder, path)).headers['Cache-Control'];
    expect(await kept('/assets/index-B2sxIwWW.js')).toBe('max-age=31536000, immutable');
    expect(await kept('/')).toBe('no-store');
    expect(await kept('/none.js')).toBe('no-store');
  });

  it.each(['/link.js', '/up/secret.js', '/none.js', '/assets.js', '/../secret.js'])(
    'is not found at %s',
    async (path) => {
      const page = await readPage(folder, path);
      expect(page.status).toBe(404);
      expect(new TextDecoder().decode(page.body)).not.toContain('secret');
      expect(page.headers['Content-Security-Policy']).toBeDefined();
    },
  );
});
