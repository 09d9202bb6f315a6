import { findNode, howToGetNode, isRunBy, putFirstOnPath, root } from './electron/hosts/start/own-node.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Vitest looks here first. `npx vitest` begins on the Node of the machine, which may be too old to
// read the configuration itself, so the same command is run by the pinned one.

const node = findNode();
if (node === undefined) {
  process.stderr.write(howToGetNode());
  process.exit(1);
}
putFirstOnPath(node);
if (!isRunBy(node)) {
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}

// an address that the bundler of configurations cannot follow: Node loads the sources itself
const tests = pathToFileURL(join(root, 'test/vitest.config.ts')).href;
export default (await import(tests)).default;
