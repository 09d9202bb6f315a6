import { toPrinters, firstPrintersWithin } from '../../electron/printing/printers/find-printers.ts';
import type { FoundPrinter } from '../../shared/printing/configured-printer.ts';
import { fakeTime } from '../support/fake-time.ts';
import type { Answer } from 'multicast-dns';
import { describe, expect, it } from 'vitest';

const printer = (name: string): FoundPrinter => ({
  name,
  address: `socket://192.0.2.1/${name}`,
  place: 'system',
  about: '',
});

describe('a search for printers', () => {
  it('does not wait for a source that never answers, and returns at most 100 printers', async () => {
    const { timer, advance: pass } = fakeTime(0);
    const never = firstPrintersWithin(timer.after, 3000, new Promise(() => undefined));
    await pass(3000);
    expect(await never).toEqual([]);
    const many = Array.from({ length: 5000 }, (_, at) => printer(`P${at}`));
    expect(await firstPrintersWithin(timer.after, 3000, Promise.resolve(many))).toHaveLength(100);
    expect(await firstPrintersWithin(timer.after, 3000, Promise.reject(new Error('no CUPS')))).toEqual([]);
  });

  it('resolves network names in parallel, so that all take as long as one', async () => {
    const heard = Array.from({ length: 150 }, (_, at): Answer[] => [
      { type: 'PTR', name: '_ipp._tcp.local', data: `P${at}._ipp._tcp.local` },
      { type: 'SRV', name: `P${at}._ipp._tcp.local`, data: { port: 631, target: `host-${at}.local` } },
    ]).flat();
    let asked = 0;
    const all = Promise.withResolvers<boolean>();
    // The first lookup is answered only after all were started.
    const resolves = (): Promise<boolean> => {
      asked += 1;
      if (asked === 100) all.resolve(true);
      return all.promise;
    };
    expect(await toPrinters(heard, resolves)).toHaveLength(100);
    expect(asked).toBe(100);
  });
});
