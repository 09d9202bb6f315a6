import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run golden [-- NAME…]`: rewrites the golden files after an intended public change; review the diff afterwards.
const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const names = process.argv.slice(2).map((name) => `test/golden/${name}`);
const { status } = spawnSync(process.execPath, [vitest, 'run', ...(names.length > 0 ? names : ['test/golden'])], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, GOLDEN: 'write' },
});
process.exit(status ?? 1);
