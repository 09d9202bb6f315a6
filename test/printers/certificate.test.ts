import { openIppPrinter } from '../../electron/printing/printers/ipp-printer.ts';
import { probePrinter } from '../../electron/printing/printers/open-configured-printer.ts';
import { startFakeIppPrinter } from '../support/fake-ipp-printer.ts';
import { after, quickWaits } from '../support/raw-labels.ts';
import { tlsCertificate } from '../support/tls-server.ts';
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';

const shown = new X509Certificate(tlsCertificate).fingerprint256;
const other = shown.replace(/^../, (first) => (first === '00' ? '01' : '00'));
const unknown = { problem: { kind: 'printer', params: { reason: 'certificate', said: shown } } };

describe('a printer reached over TLS', () => {
  it('shows an untrusted certificate, and is asked nothing until a person trusts it', async () => {
    const fake = await startFakeIppPrinter({ tls: true });
    const probe = (certificate: string | null) =>
      probePrinter(fake.uri, { ...quickWaits, after, system: null, certificate });
    await expect(probe(null)).rejects.toMatchObject(unknown);
    await expect(probe(other)).rejects.toMatchObject(unknown);
    expect(await probe(shown)).toMatchObject({ way: 'ipp', sizes: ['100x150'] });
  });

  it('gets labels under the trusted certificate, and none once it shows another', async () => {
    const fake = await startFakeIppPrinter({ tls: true });
    const host = {
      ...{ ...quickWaits, uri: fake.uri, user: 'Mia', after, width: 100, height: 150, mediaType: 'application/pdf' },
      ...{ completedIsPaper: true, onFault: () => undefined },
    };
    const printer = await openIppPrinter({ ...host, certificate: shown });
    expect(await printer.print(Buffer.from('%PDF A'))).toMatchObject({ end: 'proved' });
    await expect(openIppPrinter({ ...host, certificate: other })).rejects.toMatchObject(unknown);
    expect(fake.jobs).toEqual(['%PDF A']);
  });
});
