import type { Capture } from '../../../electron/outbox/capture.ts';
import { parseRequestTarget } from '../../../shared/service/request-target.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import { boxCapture, labelCapture, skuCapture } from '../../support/open-test-outbox.ts';
import { runDesk, startDeskProcess, temporaryFolder } from '../../support/run-desk.ts';
import { answerJson, startWireServer } from '../../support/wire-server.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

const quick = ['holdSeconds=0', 'readFirstSeconds=0.2', 'readMostSeconds=1', 'backoffFirstSeconds=0.1'].flatMap(
  (set) => ['--set', set],
);
const lines = (count: number, capture: (key: string) => Capture, key: string): string =>
  Array.from({ length: count }, (_, n) => {
    const { endpoint, body } = capture(`${key}-${n}`);
    return `${JSON.stringify({ endpoint, body })}\n`;
  }).join('');

/**
 * A service on a real connection that takes this long for each request, and answers these endpoints with these
 * statuses.
 */
async function startIll(statuses: Record<number, number>, tookMs = 0) {
  const state = { statuses, asked: [] as { endpoint: number; at: number }[] };
  const server = await startWireServer(({ method, path, body }, response) => {
    const { endpoint = 0, path: ids = {} } = parseRequestTarget(method, path) ?? {};
    if (ids['packageId'] !== 'desk-connection-check') state.asked.push({ endpoint, at: performance.now() });
    const PackageId = ids['packageId'] ?? valueAt(body === '' ? null : JSON.parse(body), ['Package', 'PackageId']);
    const status = state.statuses[endpoint] ?? 200;
    const record = { PackageId, Status: 'Created', TrackingNumber: `T-${String(PackageId)}`, SvcPackageId: 'S-1' };
    setTimeout(() => answerJson(response, status, status < 300 ? record : { Message: 'no' }), tookMs);
  });
  onTestFinished(() => server.close().catch(() => undefined));
  return { ...server, ...state };
}

describe('a failing endpoint, through the command line', () => {
  it('is listed with its reason while nothing runs, until it answers successfully', async () => {
    const folder = temporaryFolder();
    const service = await startIll({ 6: 500, 15: 403 });
    const deliver = (...more: string[]) =>
      runDesk(['deliver', '--data', folder, '--service', service.origin, ...quick, '--until-idle', ...more]);
    const ill = async (): Promise<[number, string, unknown][]> =>
      (await runDesk(['list', '--data', folder])).lines.map(({ endpoint, state, endpointIll }) => [
        endpoint,
        state,
        endpointIll,
      ]);
    await runDesk(
      ['enqueue', '--data', folder],
      lines(5, boxCapture, 'B') + lines(2, skuCapture, 'SKU') + lines(1, labelCapture, 'L'),
    );
    expect((await ill()).filter(([, , why]) => why !== null)).toEqual([]);

    const { code, lines: told } = await deliver('--timeout', '8');
    expect(code).toBe(3);
    expect(told.at(-1)?.summary).toMatchObject({
      pausedEndpoints: [{ endpoint: 15, status: 403 }],
      troubledEndpoints: [{ endpoint: 6, why: 'fails', status: 500, waiting: 5 }],
    });
    const named = [
      ...Array.from({ length: 5 }, () => [6, 'queued', { endpoint: 6, why: 'fails', status: 500 }]),
      ...Array.from({ length: 2 }, () => [15, 'queued', { endpoint: 15, why: 'paused', status: 403 }]),
      [2, 'done', null],
    ];
    expect(await ill()).toMatchObject(named);

    service.statuses[6] = 201;
    service.statuses[15] = 201;
    expect((await deliver('--timeout', '100')).code).toBe(0);
    await runDesk(['enqueue', '--data', folder], lines(1, skuCapture, 'LATER'));
    expect((await ill()).at(-1)).toEqual([15, 'queued', null]);
  });

  it('delays 200 label orders behind it by at most half of their usual time', async ({ annotate }) => {
    async function labelsTake(boxes: number) {
      const folder = temporaryFolder();
      const service = await startIll({ 6: 500 }, 20);
      await runDesk(['enqueue', '--data', folder], lines(boxes, boxCapture, 'B') + lines(200, labelCapture, 'L'));
      const deliver = startDeskProcess(['deliver', '--data', folder, '--service', service.origin, ...quick]);
      const labels = () => service.asked.filter(({ endpoint }) => endpoint === 2).length;
      await expect.poll(labels, { timeout: 100_000 }).toBe(200);
      deliver.child.kill('SIGTERM');
      await deliver.result;
      const last = service.asked.findLastIndex(({ endpoint }) => endpoint === 2);
      const until = service.asked.slice(0, last + 1);
      return {
        labels: until.filter(({ endpoint }) => endpoint === 2).length,
        requests: until.length,
        others: until.filter(({ endpoint }) => endpoint === 6).length,
        ms: (until.at(-1)?.at ?? 0) - (until[0]?.at ?? 0),
      };
    }
    const [alone, behind] = [await labelsTake(0), await labelsTake(40)];
    await annotate(`behind 40 that fail: ${(behind.ms / alone.ms).toFixed(2)} times as long, ${behind.others} tries`);
    expect([alone.labels, behind.labels]).toEqual([200, 200]);
    // The service takes the same time for each request, so the requests between the first and the last measure the
    // time.
    expect(behind.others).toBeGreaterThan(3);
    expect(behind.requests / alone.requests).toBeLessThanOrEqual(1.5);
  });
});
