import {
  findRefusedSwitch,
  findRefusedVariable,
  findRefusedArgument,
} from '../../../electron/hosts/electron/refused-switch.ts';
import { describe, expect, it } from 'vitest';

const given = (...names: string[]) => findRefusedSwitch((name) => names.includes(name));

describe('an argument on the command line of a package', () => {
  it.each(['remote-debugging-port', 'inspect', 'no-sandbox', 'renderer-cmd-prefix', 'user-data-dir', 'log-net-log'])(
    'that opens it to others is refused beside a command of the desk, and named: %s',
    (name) => expect(given('disable-gpu', name)).toBe(name),
  );

  it.each([
    '--remote-debugging-port=0',
    '--browser-subprocess-path=/bin/true',
    '--user-data-dir=/tmp',
    '--use-mock-keychain',
    '--password-store=basic',
    '--proxy-server=10.0.0.1:3128',
    '--host-resolver-rules=MAP * 10.0.0.1',
    '--log-net-log=/tmp/net.json',
    '--enable-features=Anything',
    '-inspect',
    '--a-word-of-tomorrow',
  ])('that leads to other programs, profiles or networks is refused: %s', (word) => {
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      expect(findRefusedArgument(['--disable-gpu', word], platform)).toBe(word);
  });

  it('that starts with a slash is a switch on Windows, and a path elsewhere', () => {
    expect(findRefusedArgument(['/proxy-server=10.0.0.1'], 'win32')).toBe('/proxy-server=10.0.0.1');
    expect(findRefusedArgument(['/orders/a.csv'], 'linux')).toBeNull();
  });

  it('that affects drawing, that the system adds, or that is a file is accepted', () => {
    const words = ['--disable-gpu', '--ozone-platform=x11', '--lang=zh-CN', '-psn_0_12345', '-Embedding', 'day 1.csv'];
    expect(findRefusedArgument(words, 'darwin')).toBeNull();
    // No switch can follow.
    expect(findRefusedArgument(['--', '--no-sandbox'], 'linux')).toBeNull();
  });
});

describe('an environment variable of a package', () => {
  it.each(['SSLKEYLOGFILE', 'CHROME_DEVEL_SANDBOX', 'CHROME_LOG_FILE'])(
    'that writes or leads elsewhere is refused: %s',
    (name) => expect(findRefusedVariable({ PATH: '/bin', [name]: '/tmp/x' })).toBe(name),
  );

  it('that makes every certificate trusted is refused', () => {
    expect(findRefusedVariable({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('NODE_TLS_REJECT_UNAUTHORIZED');
    expect(findRefusedVariable({ NODE_TLS_REJECT_UNAUTHORIZED: '1', SSLKEYLOGFILE: '' })).toBeNull();
  });
});
