import { answerJson, startWireServer } from '../support/wire-server.ts';
import { openFaultyDesk } from './desk.ts';
import type { Rule } from './service/faults.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

const secret = 'K-7f3a9c-secret';
const env = { PARCEL_DESK_HEADER: `X-Key: ${secret}` };

/** Another web server, which accepts everything. */
async function startOther() {
  const other = await startWireServer((_arrived, response) => answerJson(response, 200, { TrackingNumber: 'STOLEN' }));
  onTestFinished(() => other.close());
  return other;
}

describe('a network that redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'orders and status checks (%i): no order and no credential reach the other origin, and each order arrives once',
    async (status) => {
      const other = await startOther();
      const headers = { location: `${other.origin}/v1/directExpressLabelOrders` };
      const redirected: Rule = { fault: { kind: 'says', status, headers, takes: false } };
      const desk = await openFaultyDesk({ rules: [{ ...redirected, times: 4 }] });
      const { code, stdout, stderr } = await desk.deliver({ env });
      expect(code).toBe(0);
      await desk.expectAllOnce();
      expect(other.arrived).toEqual([]);
      expect(stdout + stderr).not.toContain(secret);
      const heard = (await desk.service.arrived()).map((one) => one.headers['x-key']);
      expect(new Set(heard)).toEqual(new Set([secret]));
    },
  );

  it.each([301, 302, 303, 307, 308])(
    'a lookup (%i): neither the request nor a credential reaches the other origin',
    async (status) => {
      const other = await startOther();
      const headers = { location: `${other.origin}/v1/tracking` };
      const desk = await openFaultyDesk({ rules: [{ fault: { kind: 'says', status, headers, takes: false } }] });
      const looked = await desk.look(['track', 'T-1'], { env });
      expect(looked.code).not.toBe(0);
      expect(other.arrived).toEqual([]);
      expect(looked.stdout + looked.stderr).not.toContain(secret);
      const heard = (await desk.service.arrived()).map((one) => one.headers['x-key']);
      expect(new Set(heard)).toEqual(new Set([secret]));
    },
  );

  it('to a captive portal pauses delivery and shows why; when the portal is gone, everything arrives once', async () => {
    const portal: Rule = {
      fault: { kind: 'says', status: 200, type: 'text/html', body: '<html><h1>Welcome to our WiFi</h1>', takes: false },
    };
    const desk = await openFaultyDesk({ rules: [portal] });
    const waiting = await desk.deliver({ env, timeout: 4 });
    expect(waiting.code).toBe(3);
    expect(waiting.lines.at(-1).summary).toMatchObject({ connection: 'paused', byState: { done: 0, refused: 0 } });
    expect(waiting.lines.at(-1).summary.pause.message).toContain('Welcome to our WiFi');
    // The portal answered the connection check, so no order ever left.
    expect(await desk.service.accounts()).toEqual([]);
    await desk.service.set([], { madeAfterMs: 100 });
    expect((await desk.deliver({ env })).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('to a captive portal during delivery: orders that it swallowed are checked, and each arrives once', async () => {
    const portal: Rule = {
      fault: { kind: 'says', status: 200, type: 'text/html', body: '<html><h1>Log in</h1>', takes: false },
      to: 'creates',
      keys: '^(?!.*-(D2|L8)$)',
      times: 6,
    };
    const desk = await openFaultyDesk({ rules: [portal] });
    expect((await desk.deliver({ env })).code).toBe(0);
    await desk.expectAllOnce();
  });
});
