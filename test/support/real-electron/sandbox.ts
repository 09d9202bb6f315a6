import { asOtherUser, electronUser } from './other-user.ts';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes Chromium's sandbox work for the user that runs Electron. Most kernels let any user create namespaces; otherwise
 * a setuid-root helper does.
 */
export function prepareSandbox(program: string): void {
  if (electronUser() === null) return;
  const [command = '', ...words] = [...asOtherUser(), 'unshare', '--user', '--pid', '--net', '--fork', 'true'];
  if (spawnSync(command, words, { cwd: '/', stdio: 'ignore' }).status === 0) return;
  const helper = join(dirname(program), 'chrome-sandbox');
  chownSync(helper, 0, 0);
  chmodSync(helper, 0o4755);
}
