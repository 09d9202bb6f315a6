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
  /** its options make locks local to this machine, so that other machines do not see them */
  hasLocalLocks: boolean;
}

interface MountEntry {
  device: string;
  mountPoint: string;
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
const lockFamilyOf: Readonly<Record<string, keyof typeof localLockOptions>> = {
  nfs: 'nfs',
  cifs: 'cifs',
  smb3: 'cifs',
};

/** Reads the mounts of the system. */
export interface MountTable {
  platform: NodeJS.Platform;
  /** the kernel's table on Linux, what `mount` prints on macOS */
  readTable: (platform: 'linux' | 'darwin') => Promise<string>;
}

/**
 * Finds the mount of a folder that exists or can be created; null if it is unknown. Runs `mount` on macOS, without
 * blocking the thread.
 */
export async function findMount(
  folder: string,
  { platform, readTable }: MountTable = mountTable,
): Promise<Mount | null> {
  try {
    const path = realpathSync.native(nearestExisting(folder));
    if (platform === 'win32') return mountOnWindows(path);
    const text = await readTable(platform === 'linux' ? platform : 'darwin');
    return findMountIn(platform === 'linux' ? readMountInfo(text) : readMountOutput(text), path);
  } catch {
    return null;
  }
}

const mountTable: MountTable = {
  platform: process.platform,
  readTable: (platform) => (platform === 'linux' ? readFile('/proc/self/mountinfo', 'utf8') : runMount()),
};

/** Maximum wait for `mount`. */
const mountTimeoutMs = 2000;

const runMount = async (): Promise<string> =>
  (await promisify(execFile)('/sbin/mount', { encoding: 'utf8', timeout: mountTimeoutMs })).stdout;

/** Returns the folder, or its nearest existing ancestor. */
function nearestExisting(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats || parse(folder).root === folder ? folder : nearestExisting(dirname(folder));
}

/** A drive letter mapped to a share resolves to the share itself. */
function mountOnWindows(path: string): Mount {
  const isNetwork = path.startsWith('\\\\');
  const key = isNetwork ? null : JSON.stringify([String(statSync(path).dev), parse(path).root]);
  return { key, isNetwork, hasLocalLocks: false };
}

/** Finds the mount of a path without links; of several mounts at one point only the last one is visible. */
export function findMountIn(entries: readonly MountEntry[], path: string): Mount | null {
  const enclosingMounts = entries.filter(({ mountPoint: point }) => isWithin(path, point));
  const entry = enclosingMounts.reduce<MountEntry | null>(
    (best, one) => (one.mountPoint.length >= (best?.mountPoint.length ?? 0) ? one : best),
    null,
  );
  if (!entry) return null;
  const { device, mountPoint: point, type, source, options } = entry;
  const isFuse = /fuse/.test(type);
  const isNetwork = networkTypes.has(type.replace(/^fuse\./, '')) || (isFuse && /^https?:/.test(source));
  const lockFamily = lockFamilyOf[type];
  return {
    key: isNetwork || isFuse ? null : JSON.stringify([device, point, type, source, options]),
    isNetwork,
    hasLocalLocks: lockFamily !== undefined && (localLockOptions[lockFamily]?.test(options) ?? false),
  };
}

const isWithin = (path: string, point: string): boolean =>
  point === '/' || path === point || path.startsWith(`${point}/`);

/** Parses `/proc/self/mountinfo`, see proc_pid_mountinfo(5). */
export function readMountInfo(text: string): MountEntry[] {
  return text.split('\n').flatMap((line) => {
    const [mountFields = '', systemFields = ''] = line.split(' - ');
    const [, , device, , point, options] = mountFields.split(' ').map(unescapeField);
    const [type, source, systemOptions] = systemFields.split(' ').map(unescapeField);
    if (device === undefined || point === undefined || type === undefined) return [];
    return [
      { device, mountPoint: point, type, source: source ?? '', options: `${options ?? ''},${systemOptions ?? ''}` },
    ];
  });
}

/** mountinfo escapes blanks, tabs, line breaks and backslashes as three octal digits. */
const unescapeField = (field: string): string =>
  field.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));

/** Parses the output of `mount` on macOS: `//mia@nas/desk on /Volumes/desk (smbfs, nodev, nosuid)`. */
export function readMountOutput(text: string): MountEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, source = '', point, type, options = ''] = /^(.+?) on (\/.*) \(([^,)]+)(?:, )?([^)]*)\)$/.exec(line) ?? [];
    return point === undefined || type === undefined ? [] : [{ device: '', mountPoint: point, type, source, options }];
  });
}

export interface LockTest {
  /** the mount of the folder; null if unknown */
  mount: Mount | null;
  /** mounts where a lock has been proven to exclude a second process, by `Mount.key` */
  provenMounts: { knows: (mount: string) => boolean; learn: (mount: string) => void };
  /** whether another process can take the lock on a file (it runs `takesLock`); rejects if that cannot be tested */
  isTakenElsewhere: (path: string) => Promise<boolean>;
  /** do not create a missing folder */
  mustExist: boolean;
}

/**
 * Throws ProblemError `disk`, before anything is opened, if locks in a folder do not exclude other processes (reason
 * `locks-ignored`) or cannot be taken (`no-locks`). Needs a second process, because a process is never blocked by its
 * own lock. Each mount is tested once; if the result is unknown, nothing is thrown and the next opening tests again.
 */
export async function requireWorkingLocks(
  folder: string,
  { mount, provenMounts, isTakenElsewhere, mustExist }: LockTest,
): Promise<void> {
  if (mount?.hasLocalLocks) throw new ProblemError(lockProblem('locks-ignored', folder));
  const key = mount?.key ?? null;
  if (key !== null && provenMounts.knows(key)) return;
  const isNewFolder = !mustExist && !existsSync(folder);
  try {
    const testFile = holdTestFile(folder, mustExist);
    if (testFile === 'unknown') return;
    if (!testFile) throw new ProblemError(lockProblem('no-locks', folder));
    const isTaken = await isTakenElsewhere(testFile.path)
      .catch(() => null)
      .finally(testFile.release);
    if (isTaken) throw new ProblemError(lockProblem('locks-ignored', folder));
    if (isTaken === false && key !== null) provenMounts.learn(key);
  } finally {
    // a refused folder must leave nothing behind; opening the folder creates it again
    if (isNewFolder) removeIfEmpty(folder);
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
  // a missing file would be created, and the result would mean nothing
  if (!existsSync(path)) throw new Error('There is no file to try a lock on.');
  const release = holdFile(path);
  release?.();
  return release !== null;
}
