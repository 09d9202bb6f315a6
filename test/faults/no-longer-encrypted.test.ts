import { tlsCertificate, startHttpAndHttps } from '../support/tls-server.ts';
import { openFaultyDesk } from './desk.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const secret = 'K-5b81e2-secret';

/** A service behind TLS that redirects every request to the same host and port without TLS. */
async function startLeadingOut(status: number) {
  const heard = { overTls: [] as IncomingMessage['headers'][], plain: [] as IncomingMessage['headers'][] };
  const doors = await startHttpAndHttps(
    (request, response) => {
      heard.overTls.push(request.headers);
      request.resume();
      response.writeHead(status, { location: `${doors.http}${request.url ?? ''}` }).end();
    },
    (request, response) => {
      heard.plain.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"TrackingNumber":"STOLEN"}');
    },
  );
  onTestFinished(() => doors.close());
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-trusted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const trusted = join(folder, 'cert.pem');
  writeFileSync(trusted, tlsCertificate);
  const env = { PARCEL_DESK_HEADER: `X-Key: ${secret}`, NODE_EXTRA_CA_CERTS: trusted };
  return { ...doors, heard, env };
}

describe('a redirect from https to http at the same host and port', () => {
  it.each([302, 308])(
    '(%i) pauses delivery, and no order, lookup or credential is sent unencrypted',
    async (status) => {
      const { https, http, heard, env } = await startLeadingOut(status);
      const desk = await openFaultyDesk();
      const waiting = await desk.deliver({ service: https, env, timeout: 3 });
      expect(waiting.code).toBe(3);
      const { summary } = waiting.lines.at(-1);
      expect(summary).toMatchObject({ connection: 'paused', pause: { why: 'redirect' }, byState: { done: 0 } });
      expect(summary.pause.message).toContain(http);
      expect(heard.plain).toEqual([]);
      expect(new Set(heard.overTls.map((headers) => headers['x-key']))).toEqual(new Set([secret]));
      expect(waiting.stdout + waiting.stderr).not.toContain(secret);

      const looked = await desk.look(['track', 'T-1'], { service: https, env });
      expect(looked.code).not.toBe(0);
      expect(looked.stdout + looked.stderr).not.toMatch(new RegExp(`${secret}|STOLEN`));
      expect(heard.plain).toEqual([]);
    },
  );
});
