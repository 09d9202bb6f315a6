"""Serves a folder as a FUSE file system whose locks behave as a test needs.

Usage: serve-locks.py FOLDER MOUNT_POINT LOCKS TYPE, where LOCKS is
  kept     the kernel manages them, as on a disk
  ignored  every lock is granted to every process
  refused  no lock is granted (ENOLCK)
It is mounted as fuse.TYPE and served until it is unmounted.
"""

import ctypes
import errno
import fcntl
import os
import sys

from fusepy import FUSE, FuseOSError, Operations

STAT = ('st_atime', 'st_ctime', 'st_gid', 'st_ino', 'st_mode', 'st_mtime', 'st_nlink', 'st_size', 'st_uid')
STATFS = ('f_bavail', 'f_bfree', 'f_blocks', 'f_bsize', 'f_favail', 'f_ffree', 'f_files', 'f_flag', 'f_frsize', 'f_namemax')


class Served(Operations):
    def __init__(self, folder, locks):
        self.folder = folder
        # Without a handler, the kernel manages the locks itself.
        if locks == 'ignored':
            self.lock = self.grant
        elif locks == 'refused':
            self.lock = self.refuse

    def grant(self, path, file, command, lock):
        # Reports that no lock conflicts; the type is the first field of struct flock.
        if command == fcntl.F_GETLK:
            ctypes.c_short.from_address(lock).value = fcntl.F_UNLCK
        return 0

    def refuse(self, path, file, command, lock):
        raise FuseOSError(errno.ENOLCK)

    def at(self, path):
        return self.folder + path

    def access(self, path, mode):
        if not os.access(self.at(path), mode):
            raise FuseOSError(errno.EACCES)

    def getattr(self, path, file=None):
        found = os.lstat(self.at(path))
        return {name: getattr(found, name) for name in STAT}

    def statfs(self, path):
        found = os.statvfs(self.at(path))
        return {name: getattr(found, name) for name in STATFS}

    def readdir(self, path, file):
        return ['.', '..', *os.listdir(self.at(path))]

    def chmod(self, path, mode):
        os.chmod(self.at(path), mode)

    def utimens(self, path, times=None):
        os.utime(self.at(path), times)

    def mkdir(self, path, mode):
        os.mkdir(self.at(path), mode)

    def rmdir(self, path):
        os.rmdir(self.at(path))

    def unlink(self, path):
        os.unlink(self.at(path))

    def rename(self, old, new):
        os.rename(self.at(old), self.at(new))

    def open(self, path, flags):
        return os.open(self.at(path), flags)

    def create(self, path, mode, info=None):
        return os.open(self.at(path), os.O_RDWR | os.O_CREAT, mode)

    def read(self, path, length, offset, file):
        return os.pread(file, length, offset)

    def write(self, path, data, offset, file):
        return os.pwrite(file, data, offset)

    def truncate(self, path, length, file=None):
        os.truncate(self.at(path), length)

    def fsync(self, path, only_data, file):
        os.fsync(file)

    def flush(self, path, file):
        return 0

    def release(self, path, file):
        os.close(file)


served, mount_point, worth, kind = sys.argv[1:]
FUSE(Served(served, worth), mount_point, foreground=True, nothreads=True, subtype=kind)
