import { readArguments, UsageError } from '../../../electron/hosts/browser/open-browser-host.ts';
import { describe, expect, it } from 'vitest';

describe('the arguments after `npm run host --`', () => {
  it('name port, folder, service and account, and whether to keep the secret', () => {
    const words = ['--port', '80', '--data', 'd', '--service', 'https://a.example', '--account', 'me'];
    expect(readArguments(words)).toEqual({
      port: 80,
      folder: 'd',
      service: 'https://a.example',
      account: 'me',
      keepSecret: false,
    });
    expect(readArguments([...words, '--keep-secret']).keepSecret).toBe(true);
  });
  it('may omit all but the folder, which a program may supply itself', () => {
    expect(readArguments([], 'd')).toMatchObject({ port: 0, folder: 'd' });
    expect(() => readArguments([])).toThrow(UsageError);
  });
  it.each([
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port'],
    ['--dta', 'd'],
    ['d'],
    ['--port', '1e3'],
  ])('are refused: %s %s', (...words) => {
    expect(() => readArguments([...words], 'd')).toThrow(UsageError);
  });
});
