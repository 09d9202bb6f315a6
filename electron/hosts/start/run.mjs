import { findNode, howToGetNode, putFirstOnPath, root, warnOfOtherNode } from './own-node.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// `node electron/hosts/start/run.mjs [--build] PROGRAM [WORDS…]`: runs a program on the Node that package-lock.json
// pins, whichever Node started npm. PROGRAM is a path from the project root, or a package whose command has the
// package's name. `--build` first builds the screens if they are stale. All scripts of package.json use this: `pre`
// scripts would not work, since npm skips them with `ignore-scripts`, and npm 10 does not link the pinned Node as
// `node`.

const words = process.argv.slice(2);
const builds = words[0] === '--build';
const [program, ...given] = builds ? words.slice(1) : words;

function fileOf(name) {
  if (name.includes('/')) return join(root, name);
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

const node = findNode();
if (node === undefined) {
  process.stderr.write(howToGetNode());
  process.exit(1);
}
warnOfOtherNode(node);
putFirstOnPath(node);
if (builds) {
  const { status } = spawnSync(node, [join(root, 'electron/hosts/start/build-if-stale.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const child = spawn(node, [fileOf(program), ...given], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    // Ctrl+C in a terminal also reaches the child, and a second signal would kill it before it has closed its files
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
child.on('error', (error) => {
  process.stderr.write(`${node} does not start: ${error.message}\n${howToGetNode()}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
