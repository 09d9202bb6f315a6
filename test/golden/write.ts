import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run golden [-- NAME…]`: writes what is kept anew, for whoever has changed something public knowingly; then look at the diff.
const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const names = process.argv.slice(2).map((name) => `test/golden/${name}`);
const { status } = spawnSync(process.execPath, [vitest, 'run', ...(names.length > 0 ? names : ['test/golden'])], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, GOLDEN: 'write' },
});
process.exit(status ?? 1);
