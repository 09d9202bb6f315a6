import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { lookupProcedures } from '../../shared/contract/lookup-procedures.ts';
import { endpointNumbers } from '../../shared/service/endpoints.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { skuCapture } from '../support/open-test-outbox.ts';
import { answerJson, startWireServer, type Handler } from '../support/wire-server.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

/** A complete desk that delivers to a server of the test. */
async function openDesk(handler: Handler, requestTimeoutSeconds = 30) {
  const server = await startWireServer(handler);
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const desk = await startDeskInThread({
    folder,
    settings: { holdSeconds: 0, readFirstSeconds: 0.1, lang: 'en', requestTimeoutSeconds },
  });
  const events: DeskEvent[] = [];
  desk.onEvent(({ event }) => events.push(event));
  onTestFinished(async () => {
    await desk.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const start = () => desk.ask('sync.start', { service: server.origin });
  let commands = 0;
  const capture = (sku: string) =>
    desk.ask('entry.enqueue', {
      commandId: `desk-test-${++commands}`,
      request: { endpoint: 15, body: skuCapture(sku).body },
    });
  const tracked = () => server.arrived.filter(({ path }) => path.startsWith('/v1/trackings'));
  return { desk, server, events, start, capture, tracked };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `T${at}`);

/** Generous limit for busy machines (ms). */
const patient = 60_000;

describe('lookups of a desk', () => {
  it('held by a 429 do not slow down the outbox', async () => {
    const { desk, start, capture, tracked } = await openDesk(({ path }, response) =>
      path.startsWith('/v1/trackings')
        ? answerJson(response, 429, {}, { 'retry-after': '600' })
        : answerJson(response, path.startsWith('/v1/merchantSkus') ? 201 : 404, {}),
    );
    await start();
    await desk.ask('watch.add', { commandId: 'watch-them-all', numbers: numbers(200) });
    await vi.waitFor(() => expect(tracked()).toHaveLength(1), patient);
    for (let at = 0; at < 60; at += 1) await capture(`SKU-${at}`);
    await vi.waitFor(async () => expect((await desk.ask('entries.counts', {})).byState.done).toBe(60), patient);
    expect(tracked()).toHaveLength(1);
    const { rows } = await desk.ask('lookups.track', { numbers: ['T1'] });
    expect(rows).toMatchObject([{ fresh: false, watched: true, why: { params: { status: 429 } } }]);
    expect(tracked()).toHaveLength(1);
  });

  it('are answered while the outbox waits for slow creates', async () => {
    const { desk, start, capture } = await openDesk(({ path }, response) => {
      if (path.startsWith('/v1/trackings')) answerJson(response, 200, { TrackingStatus: 'Delivered' });
      else if (!path.startsWith('/v1/merchantSkus')) answerJson(response, 404, {});
    });
    await start();
    for (let at = 0; at < 20; at += 1) await capture(`SKU-${at}`);
    // One of the slots stays free for other endpoints while the health of this one is unknown.
    await vi.waitFor(async () => expect((await desk.ask('sync.status', {})).underWay).toBe(3), patient);
    expect(await desk.ask('lookups.parcel', { number: 'T1' })).toMatchObject({
      fresh: true,
      parcel: { delivered: true },
    });
  });

  it('are announced by events, and adding to the watch list is one command however often it is sent', async () => {
    const { desk, start, events, tracked } = await openDesk(({ path }, response) =>
      path.startsWith('/v1/trackings')
        ? answerJson(response, 200, {
            TrackingNumber: 'T1',
            Checkpoints: [{ Message: 'left', DateTime: '2026-03-01' }],
          })
        : answerJson(response, 404, {}),
    );
    await start();
    const add = () => desk.ask('watch.add', { commandId: 'watch-this-one', numbers: [' T1 '] });
    expect([await add(), await add()]).toEqual([
      { added: ['T1'], already: [] },
      { added: ['T1'], already: [] },
    ]);
    await vi.waitFor(
      () => expect(events).toContainEqual({ kind: 'lookup', about: 'tracked', subjects: ['T1'] }),
      patient,
    );
    expect(events).toContainEqual({ kind: 'lookup', about: 'watch', subjects: ['T1'] });
    const { seqs } = await desk.ask('watch.seqs', { list: 'moving' });
    expect(await desk.ask('watch.rows', { seqs })).toMatchObject({
      rows: [{ number: 'T1', fresh: false, why: null, parcel: { latest: { Message: 'left' } } }],
    });
    expect(await desk.ask('lookups.record', { number: 'T1' })).toMatchObject({
      record: { Checkpoints: [{ Message: 'left', DateTime: '2026-03-01' }] },
    });
    expect(await desk.ask('watch.remove', { commandId: 'watch-no-more', numbers: ['T1'] })).toEqual({
      removed: ['T1'],
    });
    expect(await desk.ask('watch.counts', {})).toEqual({ all: 0, moving: 0, 'stood-still': 0, delivered: 0 });
    expect(tracked()).toHaveLength(1);
  });

  it('provide the price request of an open entry', async () => {
    const { desk } = await openDesk((_, response) => answerJson(response, 404, {}));
    const Package = { PackageId: 'P1', Weight: 5, ShipToAddress: { Country: 'ES' } };
    const { id } = await desk.ask('entry.enqueue', {
      commandId: 'price-this-one',
      request: { endpoint: 2, body: { Package } },
    });
    expect(await desk.ask('prices.fromEntry', { id })).toMatchObject({
      endpoint: 17,
      body: { Weight: 5, Country: 'ES' },
    });
    await expect(desk.ask('prices.fromEntry', { id: 'nobody' })).rejects.toMatchObject({
      problem: { kind: 'unknown-entry' },
    });
  });

  it('provide the price request of a body for every endpoint of the table, whose numbers the contract does not repeat', async () => {
    const { desk } = await openDesk((_, response) => answerJson(response, 404, {}));
    const Package = { PackageId: 'P1', Weight: 5, ShipToAddress: { Country: 'ES' } };
    const ask = (endpoint: number) => desk.ask('prices.fromBody', { endpoint, body: { Package } });
    expect(await ask(2)).toMatchObject({ endpoint: 17, body: { Weight: 5, Country: 'ES' } });
    const beyond = Math.max(...endpointNumbers) + 1;
    expect(lookupProcedures['prices.fromBody'].input.safeParse({ endpoint: beyond, body: {} }).success).toBe(true);
    await expect(ask(beyond)).rejects.toMatchObject({ problem: { kind: 'invalid', params: { endpoint: beyond } } });
  });

  it('end when the desk closes, even if the service never answers', async () => {
    const { desk, start, tracked } = await openDesk(({ path }, response) => {
      if (!path.startsWith('/v1/trackings')) answerJson(response, 404, {});
      // The request timeout is longer than this test may take.
    }, 600);
    await start();
    const asked = desk.call('lookups.track', { numbers: numbers(60) });
    await vi.waitFor(() => expect(tracked()).toHaveLength(1), patient);
    await desk.close();
    expect(await asked).toBeDefined();
  });
});
