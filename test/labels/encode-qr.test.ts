import { encodeQr } from '../../electron/labels/layout/lay-out-parcel.ts';
import { describe, expect, it } from 'vitest';

describe('the QR code of a PackageId', () => {
  it('uses alphanumeric mode if the id has only characters of that mode', () => {
    expect(encodeQr('PD-00001-00002-X')?.length).toBe(21);
    expect(encodeQr('pd-00001-00002-x')?.length).toBe(25);
  });

  it('holds the longest PackageId of the service', () => {
    expect(encodeQr('w'.repeat(50))?.length).toBe(33);
  });

  it('is undefined if no QR code is large enough', () => {
    expect(encodeQr('x'.repeat(3000))).toBeUndefined();
  });
});
