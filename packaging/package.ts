import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run package [-- WORDS]`: builds the packages of this system with electron-builder, which gets WORDS
// (`--linux dir`, `-c.electronDist=FOLDER`). On Linux the Debian package is built separately from the others, with
// Debian's own tools. Two runs on one commit give the same bytes: timestamps are those of the commit, or
// SOURCE_DATE_EPOCH if that is set.
const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);

function epochOf(): string {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return given;
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error('There is no commit to date the packages by: set SOURCE_DATE_EPOCH.');
  return stdout.trim();
}

const env = { ...process.env, SOURCE_DATE_EPOCH: epochOf() };

function build(words: readonly string[], more: NodeJS.ProcessEnv = {}): void {
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const all = [builder, ...words, '--publish', 'never'];
  const { status } = spawnSync(process.execPath, all, { cwd: root, stdio: 'inherit', env: { ...env, ...more } });
  if (status !== 0) process.exit(status ?? 1);
}

/** The targets of `--linux AppImage deb`. Null: there is no `--linux`. */
function linuxTargets(): string[] | null {
  const at = words.indexOf('--linux');
  if (at < 0) return null;
  const end = words.findIndex((word, index) => index > at && word.startsWith('-'));
  return words.slice(at + 1, end < 0 ? undefined : end);
}

const debWriter = { CUSTOM_FPM_PATH: join(import.meta.dirname, 'linux/write-deb.ts') };
const targets = words.length === 0 && process.platform === 'linux' ? [] : linuxTargets();
if (targets === null) build(words);
else {
  const others = words.filter((word) => word !== '--linux' && !targets.includes(word));
  const asked = targets.length === 0 ? ['AppImage', 'rpm', 'deb'] : targets;
  const withoutDeb = asked.filter((one) => one !== 'deb');
  if (withoutDeb.length > 0) build(['--linux', ...withoutDeb, ...others]);
  if (asked.includes('deb')) build(['--linux', 'deb', ...others], debWriter);
}
