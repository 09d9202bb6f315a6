import { ProblemError } from '../../../shared/contract/problem.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { lockProblem } from '../database/disk-problem.ts';
import { holdNewFile, type HeldFile, holdFile } from '../database/file-locks.ts';
import { execFile } from 'node:child_process';
import { realpathSync, statSync, existsSync, rmdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, parse } from 'node:path';
import { promisify } from 'node:util';

/** The mount a folder lies on. */
export interface Mount {
  /**
   * Identifies the mount on this machine, also across restarts. Null if another machine or program serves the files,
   * since the same mount may be served differently the next time.
   */
  key: string | null;
  /** the files lie on another machine, or are shared with one */
  isNetwork: boolean;
  /** its options keep locks local, so that other machines do not see them */
  hasLocalLocks: boolean;
}

interface Entry {
  device: string;
  point: string;
  type: string;
  source: string;
  /** of the mount and of its file system, joined by commas */
  options: string;
}

/** File system types backed by another machine, as Linux and macOS name them; FUSE types without `fuse.`. */
const networkTypes = new Set([
  ...['nfs', 'nfs4', 'cifs', 'smb3', 'smbfs', 'afpfs', 'webdav', 'davfs', 'ncpfs', 'afs', '9p', 'ceph', 'glusterfs'],
  ...['lustre', 'beegfs', 'gfs2', 'ocfs2', 'sshfs', 'rclone', 'davfs2', 's3fs', 'gcsfuse', 'goofys', 'curlftpfs'],
  ...['gvfsd-fuse', 'smbnetfs', 'google-drive-ocamlfuse', 'onedriver'],
  // folders that a virtual machine shares with its host
  ...['virtiofs', 'vboxsf', 'vmhgfs', 'vmhgfs-fuse', 'prl_fs'],
]);

/**
 * Mount options that keep locks local to this machine.
 * See nfs(5): nolock, local_lock, and mount.cifs(8): nobrl.
 */
const localLockOptions: Readonly<Record<string, RegExp>> = {
  nfs: /(?:^|,)(?:nolock|local_lock=(?:all|posix))(?:,|$)/,
  cifs: /(?:^|,)nobrl(?:,|$)/,
};
const lockOptionsOf: Readonly<Record<string, keyof typeof localLockOptions>> = {
  nfs: 'nfs',
  cifs: 'cifs',
  smb3: 'cifs',
};

/** What the system says of its mounts. */
export interface MountTable {
  platform: NodeJS.Platform;
  /** the kernel's table on Linux, what `mount` prints on macOS */
  read: (platform: 'linux' | 'darwin') => Promise<string>;
}

/**
 * How a folder is reached that exists or can be created; null if that is unknown. Runs `mount` on macOS, and waits for
 * it without holding up the thread.
 */
export async function findMount(folder: string, { platform, read }: MountTable = mountTable): Promise<Mount | null> {
  try {
    const path = realpathSync.native(nearestExisting(folder));
    if (platform === 'win32') return mountOnWindows(path);
    const text = await read(platform === 'linux' ? platform : 'darwin');
    return findMountIn(platform === 'linux' ? readMountInfo(text) : readMountOutput(text), path);
  } catch {
    return null;
  }
}

const mountTable: MountTable = {
  platform: process.platform,
  read: (platform) => (platform === 'linux' ? readFile('/proc/self/mountinfo', 'utf8') : runMount()),
};

/** Longest time that `mount` is waited for (ms). */
const mountMs = 2000;

const runMount = async (): Promise<string> =>
  (await promisify(execFile)('/sbin/mount', { encoding: 'utf8', timeout: mountMs })).stdout;

/** Returns the folder, or its nearest existing ancestor. */
function nearestExisting(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found || parse(folder).root === folder ? folder : nearestExisting(dirname(folder));
}

/** A drive letter mapped to a share resolves to the share itself. */
function mountOnWindows(path: string): Mount {
  const isNetwork = path.startsWith('\\\\');
  const key = isNetwork ? null : JSON.stringify([String(statSync(path).dev), parse(path).root]);
  return { key, isNetwork, hasLocalLocks: false };
}

/** Finds the mount of a path without links; of several mounts at one point only the last one is visible. */
export function findMountIn(entries: readonly Entry[], path: string): Mount | null {
  const enclosingMounts = entries.filter(({ point }) => isWithin(path, point));
  const found = enclosingMounts.reduce<Entry | null>(
    (best, one) => (one.point.length >= (best?.point.length ?? 0) ? one : best),
    null,
  );
  if (!found) return null;
  const { device, point, type, source, options } = found;
  const isFuse = /fuse/.test(type);
  const isNetwork = networkTypes.has(type.replace(/^fuse\./, '')) || (isFuse && /^https?:/.test(source));
  const locks = lockOptionsOf[type];
  return {
    key: isNetwork || isFuse ? null : JSON.stringify([device, point, type, source, options]),
    isNetwork,
    hasLocalLocks: locks !== undefined && (localLockOptions[locks]?.test(options) ?? false),
  };
}

const isWithin = (path: string, point: string): boolean =>
  point === '/' || path === point || path.startsWith(`${point}/`);

/** Parses `/proc/self/mountinfo`, see proc_pid_mountinfo(5). */
export function readMountInfo(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , device, , point, options] = before.split(' ').map(unescapeField);
    const [type, source, ofSystem] = after.split(' ').map(unescapeField);
    if (device === undefined || point === undefined || type === undefined) return [];
    return [{ device, point, type, source: source ?? '', options: `${options ?? ''},${ofSystem ?? ''}` }];
  });
}

/** mountinfo escapes blanks, tabs, line breaks and backslashes as three octal digits. */
const unescapeField = (field: string): string =>
  field.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));

/** Parses the output of `mount` on macOS: `//mia@nas/desk on /Volumes/desk (smbfs, nodev, nosuid)`. */
export function readMountOutput(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [, source = '', point, type, options = ''] = /^(.+?) on (\/.*) \(([^,)]+)(?:, )?([^)]*)\)$/.exec(line) ?? [];
    return point === undefined || type === undefined ? [] : [{ device: '', point, type, source, options }];
  });
}

export interface LockTest {
  /** how the folder is reached; null if that is unknown */
  mount: Mount | null;
  /** mounts where a lock has been proven to exclude a second process, by `Mount.key` */
  proven: { knows: (mount: string) => boolean; learn: (mount: string) => void };
  /** whether another process can take the lock on a file (it runs `takesLock`); rejects if that cannot be tested */
  isTakenElsewhere: (path: string) => Promise<boolean>;
  /** do not create a missing folder */
  mustExist: boolean;
}

/**
 * Throws ProblemError `disk`, before anything is opened, if locks in a folder do not exclude other processes (reason
 * `locks-ignored`) or cannot be taken (`no-locks`). A second process runs the test, because a process is never blocked
 * by its own lock. Each mount is tested once; an unknown result refuses nothing and is tested again the next time.
 */
export async function requireWorkingLocks(
  folder: string,
  { mount, proven, isTakenElsewhere, mustExist }: LockTest,
): Promise<void> {
  if (mount?.hasLocalLocks) throw new ProblemError(lockProblem('locks-ignored', folder));
  const key = mount?.key ?? null;
  if (key !== null && proven.knows(key)) return;
  const isMade = !mustExist && !existsSync(folder);
  try {
    const held = holdTestFile(folder, mustExist);
    if (held === 'unknown') return;
    if (!held) throw new ProblemError(lockProblem('no-locks', folder));
    const isTaken = await isTakenElsewhere(held.path)
      .catch(() => null)
      .finally(held.release);
    if (isTaken) throw new ProblemError(lockProblem('locks-ignored', folder));
    if (isTaken === false && key !== null) proven.learn(key);
  } finally {
    // the caller that opens the folder creates it again, and a refused folder must leave nothing behind
    if (isMade) removeIfEmpty(folder);
  }
}

/** Returns null if the file system supports no locks. */
function holdTestFile(folder: string, mustExist: boolean): HeldFile | 'unknown' | null {
  try {
    if (!mustExist) makePrivateFolder(folder);
    return holdNewFile(folder);
  } catch {
    // the disk accepts no file at the moment; opening the folder will report why
    return 'unknown';
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // another process is using it already
  }
}

/** Whether this process can take the lock on an existing file. Throws if that cannot be tested. */
export function canTakeLock(path: string): boolean {
  // a missing file would be created, and no process would hold it
  if (!existsSync(path)) throw new Error('There is no file to try a lock on.');
  const release = holdFile(path);
  release?.();
  return release !== null;
}
