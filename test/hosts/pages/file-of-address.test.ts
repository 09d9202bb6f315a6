import { contentTypes, fileOfAddress } from '../../../electron/hosts/pages.ts';
import fc from 'fast-check';
import { isAbsolute, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('the file of an address', () => {
  it('is the page itself for the root', () => {
    expect(fileOfAddress('/')).toBe('index.html');
  });

  it('is the file of the build with that name', () => {
    expect(fileOfAddress('/assets/index-B_x9.js')).toBe('assets/index-B_x9.js');
    expect(fileOfAddress('/assets/a.min.css')).toBe('assets/a.min.css');
  });

  const escapes = [
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/index.html',
    '/%252e%252e/index.html',
    '/..%2findex.html',
    '/..\\index.html',
    '/assets\\index.js',
    '/%5c..%5cindex.html',
    '/index.html%00.js',
    '/index.html\0.js',
    '//etc/index.html',
    '/C:/index.html',
    '/.env.js',
    '/assets/.hidden.js',
    '/./index.html',
    '/assets/',
    '/index',
    '/main.ts',
    '/data.sqlite',
    'index.html',
    'http://other/index.html',
    '',
    '/ind\u0435x.html',
    `/${'a/'.repeat(9)}a.js`,
    '/constructor',
    '/a.constructor',
  ];
  it.each(escapes)('does not exist for %j', (path) => {
    expect(fileOfAddress(path)).toBeNull();
  });

  it('is never outside the folder, for any address', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '/',
        '\\',
        '%2e',
        '%2f',
        '%5c',
        '%00',
        '\0',
        '%25',
        '~',
        'C:',
        'a',
        '.js',
        '.html',
        '//',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const path = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(path, (asked) => {
        const file = fileOfAddress(asked);
        if (file === null) return;
        expect(isAbsolute(file)).toBe(false);
        expect(normalize(file)).toBe(file);
        expect(resolve('/pages', file).startsWith('/pages/')).toBe(true);
        expect(decodeURIComponent(file)).toBe(file);
        expect(Object.keys(contentTypes).some((extension) => file.endsWith(extension))).toBe(true);
      }),
      { numRuns: 100_000 },
    );
  });
});
