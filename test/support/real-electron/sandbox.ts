import { dropRootCommand, electronUser } from './other-user.ts';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes Chromium's sandbox work for the user that runs Electron. Most kernels let any user create namespaces; on others
 * a setuid-root helper does it.
 */
export function prepareSandbox(program: string): void {
  if (electronUser() === null) return;
  const [command = '', ...args] = [...dropRootCommand(), 'unshare', '--user', '--pid', '--net', '--fork', 'true'];
  if (spawnSync(command, args, { cwd: '/', stdio: 'ignore' }).status === 0) return;
  const helper = join(dirname(program), 'chrome-sandbox');
  chownSync(helper, 0, 0);
  chmodSync(helper, 0o4755);
}
