import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const from = new URL('../../../electron/hosts/browser/open-browser-host.ts', import.meta.url).href;

it.each(['throw fault;', 'void Promise.reject(fault);', 'setTimeout(() => { throw fault; });'])(
  'an uncaught error ends the program, and prints its place but nothing of what was entered: %s',
  (ends) => {
    const program = `import { exitOnFault } from '${from}'; exitOnFault(); const fault = new TypeError('Li Na of\\n    at Elm Street:5:1'); ${ends} setTimeout(() => {}, 60_000);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect([status, stderr.split('\n')[0]]).toEqual([1, 'fault: TypeError']);
    expect(stderr).not.toMatch(/Li Na|Elm/);
  },
);
