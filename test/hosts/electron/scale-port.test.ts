import { guardSession } from '../../../electron/hosts/electron/guard-contents.ts';
import { scalePort, type FoundPort } from '../../../electron/hosts/electron/scale-port.ts';
import type { Session } from 'electron';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const usb = {
  portId: '1',
  portName: 'ttyUSB0',
  displayName: 'Scale',
  vendorId: '1027',
  productId: '24577',
  serialNumber: 'A1',
};
const other = { portId: '2', portName: 'ttyS0' };
const own = 'app://desk/';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'scale-port-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A session like Electron's, with the requests it makes of the host. */
class Asked extends EventEmitter {
  given: Record<string, (...values: never[]) => unknown> = {};
  webRequest = { onBeforeRequest: () => undefined };
  setPermissionRequestHandler = (handler: never) => (this.given['request'] = handler);
  setPermissionCheckHandler = (handler: never) => (this.given['check'] = handler);
  setDevicePermissionHandler = (handler: never) => (this.given['device'] = handler);
  setSpellCheckerLanguages = () => undefined;
  setSpellCheckerEnabled = () => undefined;
  setProxy = () => Promise.resolve();
  may = (permission: string, origin = own) => this.given['check']?.(...([null, permission, origin] as never[]));
  has = (device: unknown, origin = own, deviceType = 'serial') =>
    this.given['device']?.(...([{ deviceType, origin, device }] as never[]));
  requests(url = `${own}#/settings/scale`): Promise<string> {
    return new Promise((resolve) =>
      this.emit('select-serial-port', { preventDefault: vi.fn() }, [usb, other], { getURL: () => url }, resolve),
    );
  }
}

function host(picks: FoundPort | null, isSetUp = true) {
  const ask = vi.fn(async () => Promise.resolve(picks));
  const session = new Asked();
  const scale = scalePort(join(folder, 'scale-port.json'), { isSetUp: async () => Promise.resolve(isSetUp), ask });
  void guardSession(session as unknown as Session, scale);
  scale.listen(session as unknown as Session);
  return { session, ask };
}

describe('the port of the scale', () => {
  it('is the one that a person chose, for pages of the app alone, and nothing else is granted', async () => {
    const { session } = host(usb);
    expect(session.has(usb)).toBe(false);
    expect(await session.requests()).toBe('1');
    expect(session.has(usb)).toBe(true);
    expect(session.has(other)).toBe(false);
    for (const origin of ['https://evil.example/', 'app://paper/', 'app://desk.evil/', 'null', '']) {
      expect(session.has(usb, origin), origin).toBe(false);
      expect(session.may('serial', origin), origin).toBe(false);
    }
    expect(session.may('serial')).toBe(true);
    for (const permission of ['usb', 'hid', 'media', 'geolocation', 'midi', 'clipboard-read', 'notifications'])
      expect(session.may(permission), permission).toBe(false);
    for (const type of ['usb', 'hid']) expect(session.has(usb, own, type), type).toBe(false);
    const decide = vi.fn();
    session.given['request']?.(...([{}, 'serial', decide] as never[]));
    expect(decide).toHaveBeenCalledWith(false);
  });

  it('is recognized after a restart, as the same device if it identifies itself', async () => {
    await host(usb).session.requests();
    const { session } = host(null);
    expect(session.has({ name: 'Scale', vendor_id: 1027, product_id: 24577, serial_number: 'A1' })).toBe(true);
    expect(session.has({ name: 'ttyUSB0', token: 'x' })).toBe(true);
    expect(session.has({ name: 'Scale', vendor_id: 1027, product_id: 24577, serial_number: 'B2' })).toBe(false);
    expect(session.has({ name: 'ttyUSB1', vendor_id: 1027 })).toBe(false);
  });

  it('is replaced when another one is chosen, and given up when a person revokes it', async () => {
    await host(usb).session.requests();
    const { session } = host(other);
    expect(await session.requests()).toBe('2');
    expect([session.has(usb), session.has(other)]).toEqual([false, true]);
    session.emit('serial-port-revoked', {}, { port: other, origin: own });
    expect(session.has(other)).toBe(false);
    expect(host(null).session.has(other)).toBe(false);
  });

  it('is not asked for if no scale is set up, nor for another page', async () => {
    const off = host(usb, false);
    expect(await off.session.requests()).toBe('');
    expect(off.ask).not.toHaveBeenCalled();
    const on = host(usb);
    expect(await on.session.requests('https://evil.example/')).toBe('');
    expect(await on.session.requests('app://desk.evil/')).toBe('');
    expect(on.ask).not.toHaveBeenCalled();
  });

  it('is asked for in one dialog at a time, and not granted if the person declines', async () => {
    const { session, ask } = host(null);
    expect(await Promise.all([session.requests(), session.requests()])).toEqual(['', '']);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(session.has(usb)).toBe(false);
  });

  it.each(['', '{', 'null', '[]', '{"names":[]}', '{"names":[1]}', '{"names":["x","y","z"]}'])(
    'is not granted if the stored choice is %j',
    (kept) => {
      writeFileSync(join(folder, 'scale-port.json'), kept);
      const { session } = host(null);
      for (const device of [usb, { name: 'x' }, null, 'x', { name: '' }]) expect(session.has(device)).toBe(false);
    },
  );

  it('is stored in a file that only its owner can read', async () => {
    await host(usb).session.requests();
    const kept = join(folder, 'scale-port.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ names: ['ttyUSB0', 'Scale'] });
    expect(statSync(kept).mode & 0o777).toBe(0o600);
  });
});
