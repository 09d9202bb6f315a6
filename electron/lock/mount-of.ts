import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** How a folder is reached. */
export interface Mount {
  /**
   * Names the mount on this machine, over restarts too. Null where another machine or program serves the files: the same mount may be
   * served otherwise the next time.
   */
  key: string | null;
  /** the files lie on another machine, or are shared with one */
  isNetwork: boolean;
  /** it is mounted so that other machines do not see the locks that are taken here */
  keepsLocksHere: boolean;
}

interface Entry {
  device: string;
  point: string;
  type: string;
  source: string;
  /** of the mount and of its file system, joined by commas */
  options: string;
}

/** Types of file systems whose files another machine has, as Linux and macOS name them; of FUSE without `fuse.`. */
const networkTypes = new Set([
  ...['nfs', 'nfs4', 'cifs', 'smb3', 'smbfs', 'afpfs', 'webdav', 'davfs', 'ncpfs', 'afs', '9p', 'ceph', 'glusterfs'],
  ...['lustre', 'beegfs', 'gfs2', 'ocfs2', 'sshfs', 'rclone', 'davfs2', 's3fs', 'gcsfuse', 'goofys', 'curlftpfs'],
  ...['gvfsd-fuse', 'smbnetfs', 'google-drive-ocamlfuse', 'onedriver'],
  // folders that a virtual machine shares with its host
  ...['virtiofs', 'vboxsf', 'vmhgfs', 'vmhgfs-fuse', 'prl_fs'],
]);

/**
 * Options by which a mount keeps locks to this machine.
 * See nfs(5): nolock, local_lock, and mount.cifs(8): nobrl.
 */
const localLocks: Readonly<Record<string, RegExp>> = {
  nfs: /(?:^|,)(?:nolock|local_lock=(?:all|posix))(?:,|$)/,
  cifs: /(?:^|,)nobrl(?:,|$)/,
};
const locksOf: Readonly<Record<string, keyof typeof localLocks>> = { nfs: 'nfs', cifs: 'cifs', smb3: 'cifs' };

/** How a folder is reached that is there or can be made; null where that cannot be told. Runs `mount` on macOS. */
export function mountOf(folder: string, platform: NodeJS.Platform = process.platform): Mount | null {
  try {
    const path = realpathSync.native(existingIn(folder));
    if (platform === 'win32') return mountOnWindows(path);
    const text = platform === 'linux' ? readFileSync('/proc/self/mountinfo', 'utf8') : mountsOfMac();
    return mountIn(platform === 'linux' ? readMountInfo(text) : readMountOutput(text), path);
  } catch {
    return null;
  }
}

/** The folder, or the innermost one around it that is there. */
function existingIn(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found || parse(folder).root === folder ? folder : existingIn(dirname(folder));
}

/** A drive letter of a share resolves to the share itself. */
function mountOnWindows(path: string): Mount {
  const isNetwork = path.startsWith('\\\\');
  const key = isNetwork ? null : JSON.stringify([String(statSync(path).dev), parse(path).root]);
  return { key, isNetwork, keepsLocksHere: false };
}

const mountsOfMac = (): string => execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 2000 });

/** The mount among some that a path, with no links in it, lies on; of several at one place the last one is seen. */
export function mountIn(entries: readonly Entry[], path: string): Mount | null {
  const around = entries.filter(({ point }) => isWithin(path, point));
  const found = around.reduce<Entry | null>(
    (best, one) => (one.point.length >= (best?.point.length ?? 0) ? one : best),
    null,
  );
  if (!found) return null;
  const { device, point, type, source, options } = found;
  const isFuse = /fuse/.test(type);
  const isNetwork = networkTypes.has(type.replace(/^fuse\./, '')) || (isFuse && /^https?:/.test(source));
  const locks = locksOf[type];
  return {
    key: isNetwork || isFuse ? null : JSON.stringify([device, point, type, source, options]),
    isNetwork,
    keepsLocksHere: locks !== undefined && (localLocks[locks]?.test(options) ?? false),
  };
}

const isWithin = (path: string, point: string): boolean =>
  point === '/' || path === point || path.startsWith(`${point}/`);

/** Reads `/proc/self/mountinfo`, see proc_pid_mountinfo(5). */
export function readMountInfo(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , device, , point, options] = before.split(' ').map(unescaped);
    const [type, source, ofSystem] = after.split(' ').map(unescaped);
    if (device === undefined || point === undefined || type === undefined) return [];
    return [{ device, point, type, source: source ?? '', options: `${options ?? ''},${ofSystem ?? ''}` }];
  });
}

/** A blank, a tab, a new line or a backslash is three octal digits there. */
const unescaped = (field: string): string =>
  field.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));

/** Reads what `mount` says on macOS: `//mia@nas/desk on /Volumes/desk (smbfs, nodev, nosuid)`. */
export function readMountOutput(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [, source = '', point, type, options = ''] = /^(.+?) on (\/.*) \(([^,)]+)(?:, )?([^)]*)\)$/.exec(line) ?? [];
    return point === undefined || type === undefined ? [] : [{ device: '', point, type, source, options }];
  });
}
