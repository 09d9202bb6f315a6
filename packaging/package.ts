import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run package [-- WORDS]`: builds the packages of this system with electron-builder, which gets WORDS
// (`--linux dir`, `-c.electronDist=FOLDER`). On Linux the Debian package is built separately from the others, with
// Debian's own tools. Two runs on one commit give the same bytes: timestamps are those of the commit, or
// SOURCE_DATE_EPOCH if that is set.
const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);

function sourceDateEpoch(): string {
  const configured = process.env['SOURCE_DATE_EPOCH'];
  if (configured !== undefined) return configured;
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error('There is no commit to date the packages by: set SOURCE_DATE_EPOCH.');
  return stdout.trim();
}

const env = { ...process.env, SOURCE_DATE_EPOCH: sourceDateEpoch() };

function build(builderArgs: readonly string[], more: NodeJS.ProcessEnv = {}): void {
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const all = [builder, ...builderArgs, '--publish', 'never'];
  const { status } = spawnSync(process.execPath, all, { cwd: root, stdio: 'inherit', env: { ...env, ...more } });
  if (status !== 0) process.exit(status ?? 1);
}

/** The targets of `--linux AppImage deb`. Null: there is no `--linux`. */
function linuxTargets(): string[] | null {
  const at = args.indexOf('--linux');
  if (at < 0) return null;
  const end = args.findIndex((word, index) => index > at && word.startsWith('-'));
  return args.slice(at + 1, end < 0 ? undefined : end);
}

const debWriter = { CUSTOM_FPM_PATH: join(import.meta.dirname, 'linux/write-deb.ts') };
const targets = args.length === 0 && process.platform === 'linux' ? [] : linuxTargets();
if (targets === null) build(args);
else {
  const others = args.filter((word) => word !== '--linux' && !targets.includes(word));
  const requested = targets.length === 0 ? ['AppImage', 'rpm', 'deb'] : targets;
  const withoutDeb = requested.filter((one) => one !== 'deb');
  if (withoutDeb.length > 0) build(['--linux', ...withoutDeb, ...others]);
  if (requested.includes('deb')) build(['--linux', 'deb', ...others], debWriter);
}
