import {
  findMountIn,
  findMount,
  readMountInfo,
  readMountOutput,
} from '../../electron/storage/lock/require-working-locks.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The formats of the Linux kernel and of macOS.
const linux = readMountInfo(`27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,errors=remount-ro
31 27 0:44 / /mnt/plain rw,relatime shared:2 - nfs4 nas:/desk rw,vers=4.2,rsize=1048576,hard,proto=tcp,sec=sys,local_lock=none,addr=10.0.0.2
32 27 0:45 / /mnt/no\\040lock rw,relatime shared:3 - nfs nas:/desk rw,vers=3,hard,nolock,proto=tcp,mountproto=udp,local_lock=all,addr=10.0.0.2
33 27 0:46 / /mnt/posix rw,relatime - nfs nas:/desk rw,vers=3,hard,proto=tcp,local_lock=posix,addr=10.0.0.2
34 27 0:47 / /mnt/smb rw,relatime - cifs //nas/desk rw,vers=3.1.1,username=mia,serverino,mapposix
35 27 0:48 / /mnt/nobrl rw,relatime - smb3 //nas/desk rw,vers=3.1.1,serverino,nobrl,mapposix
36 27 0:49 / /mnt/ssh rw,nosuid,nodev - fuse.sshfs mia@nas:/desk rw,user_id=1000,group_id=1000
37 27 0:50 / /mnt/dav rw,nosuid - fuse https://cloud.example.org/dav/ rw,user_id=1000
38 27 8:17 / /mnt/stick rw,nosuid - fuseblk /dev/sdb1 rw,user_id=0,blksize=4096
39 27 0:51 / /mnt/host rw - 9p host rw,trans=virtio
40 27 8:33 / /mnt/stick/inner rw - ext4 /dev/sdc1 rw
`);
const mac = readMountOutput(`/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//mia@nas._smb._tcp.local/desk on /Volumes/desk (1) (smbfs, nodev, nosuid, mounted by mia)
nas:/export on /Volumes/nfs (nfs, nodev, nosuid)
`);
const at = (path: string) => findMountIn(linux, path);

describe('the mount of a folder', () => {
  it.each(['/mnt/plain/desk', '/mnt/no lock', '/mnt/smb/a/b', '/mnt/ssh/desk', '/mnt/dav/desk', '/mnt/host/desk'])(
    'is a network mount at %s, and is not remembered, since the server may change',
    (path) => expect(at(path)).toMatchObject({ isNetwork: true, key: null }),
  );

  it.each(['/mnt/no lock/desk', '/mnt/posix/desk', '/mnt/nobrl/desk'])(
    'shows for %s that other machines do not see locks taken there',
    (path) => expect(at(path)?.hasLocalLocks).toBe(true),
  );

  it.each(['/home/mia/desk', '/mnt/plain/desk', '/mnt/smb/desk', '/mnt/stick/inner', '/mnt/plainer'])(
    'does not show that for %s',
    (path) => expect(at(path)?.hasLocalLocks).toBe(false),
  );

  it('has its own key on a disk, and none if a program serves the files', () => {
    expect([at('/home/mia/desk')?.isNetwork, at('/mnt/stick/desk')?.isNetwork]).toEqual([false, false]);
    expect(at('/mnt/stick/desk')?.key).toBeNull();
    const [root, inner] = [at('/home/mia/desk')?.key, at('/mnt/stick/inner/desk')?.key];
    expect(root).toBe(at('/mnt')?.key);
    expect(inner).toEqual(expect.any(String));
    expect(inner).not.toBe(root);
  });

  it('is read from the output of macOS', () => {
    expect(findMountIn(mac, '/Volumes/desk (1)/data')).toMatchObject({ isNetwork: true, key: null });
    expect(findMountIn(mac, '/Volumes/nfs/data')).toMatchObject({ isNetwork: true });
    expect(findMountIn(mac, '/System/Volumes/Data/Users/mia')).toMatchObject({
      isNetwork: false,
      key: expect.any(String),
    });
  });

  it('is awaited on macOS without blocking the thread, and requested once', async () => {
    const home = temporaryFolder();
    const said = Promise.withResolvers<string>();
    const asked: string[] = [];
    const read = (platform: string) => (asked.push(platform), said.promise);
    let found: unknown = 'waits';
    const finding = findMount(home, { platform: 'darwin', readTable: read }).then((mount) => (found = mount));
    await new Promise((done) => setImmediate(done));
    expect([found, asked]).toEqual(['waits', ['darwin']]);
    said.resolve('//mia@nas/desk on / (smbfs, nodev)\n');
    await finding;
    expect([found, asked]).toMatchObject([{ isNetwork: true, key: null }, ['darwin']]);
    const failing = { platform: 'darwin', readTable: () => Promise.reject(new Error('no mount')) } as const;
    expect(await findMount(home, failing)).toBeNull();
  });

  it('is known for a folder that does not exist yet', async () => {
    const home = temporaryFolder();
    expect(await findMount(join(home, 'a', 'b'))).toEqual(await findMount(home));
    expect(await findMount(home)).not.toBeNull();
  });
});
