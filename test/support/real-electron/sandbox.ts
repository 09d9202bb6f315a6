import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asOtherUser, electronUser } from './other-user.ts';

/**
 * Sees to it that Chromium's sandbox comes up for the user who runs Electron. Most kernels let any user make namespaces; where
 * they do not, a helper does it that must be root's and act as root.
 */
export function prepareSandbox(program: string): void {
  if (electronUser() === null) return;
  const [command = '', ...words] = [...asOtherUser(), 'unshare', '--user', '--pid', '--net', '--fork', 'true'];
  if (spawnSync(command, words, { cwd: '/', stdio: 'ignore' }).status === 0) return;
  const helper = join(dirname(program), 'chrome-sandbox');
  chownSync(helper, 0, 0);
  chmodSync(helper, 0o4755);
}
