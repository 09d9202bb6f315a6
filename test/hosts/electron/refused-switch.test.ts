import { describe, expect, it } from 'vitest';
import { refusedSwitch } from '../../../electron/hosts/electron/refused-switch.ts';

const given = (...names: string[]) => refusedSwitch((name) => names.includes(name));

describe('a word on the command line of a package', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'no-sandbox', 'renderer-cmd-prefix'])(
    'that lets others look in or takes the guards away is refused, and named: %s',
    (name) => expect(given('user-data-dir', name)).toBe(name),
  );

  it('that says where the program keeps its things, or how it draws, is none of these', () =>
    expect(given('user-data-dir', 'disable-gpu', 'ozone-platform', 'lang')).toBeNull());
});
