import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { isCreateNewOrder, isSubmitLater, keyOf, dependenciesOf } from '../../shared/service/create-facts.ts';
import { endpointNumbers, endpointOf } from '../../shared/service/endpoints.ts';
import { fillFromSettings } from '../../shared/service/fill-from-settings.ts';
import { describe, expect, it } from 'vitest';

describe('the endpoint table', () => {
  it('has the 20 endpoints, each with its own name and address', () => {
    expect(endpointNumbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const rows = endpointNumbers.map(endpointOf);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(20);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(20);
  });

  it('has exactly one path parameter for every placeholder in a path', () => {
    for (const { path, params } of endpointNumbers.map(endpointOf)) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(params.shape)).toEqual(places);
    }
  });

  it('has a key for the nine creates and for no read', () => {
    expect(createNumbers).toEqual([1, 2, 4, 6, 7, 8, 9, 10, 15]);
    for (const number of endpointNumbers) {
      expect(endpointOf(number).key !== null).toBe(endpointOf(number).creates);
    }
  });

  it('has a field of the body for every key and every dependency', () => {
    for (const number of createNumbers) {
      const { body, key, needs } = endpointOf(number);
      const given = body && Object.fromEntries(Object.keys(body.shape).map((name) => [name, {}]));
      for (const path of [key?.path ?? [], ...needs.map(({ path: at }) => at)]) {
        expect(given, `${number} ${path.join('.')}`).toHaveProperty(path[0] ?? '');
      }
    }
  });

  it('checks outcomes only with reads, and has one wherever a lost answer is followed by a status check', () => {
    for (const { outcome, repeat } of createNumbers.map(endpointOf)) {
      expect(outcome.every((status) => !endpointOf(status).creates)).toBe(true);
      if (repeat === 'ask-status') expect(outcome).not.toEqual([]);
    }
  });

  it('allows an empty answer exactly where the document shows no body of a create', () => {
    for (const { reply, mayBeEmptyReply } of createNumbers.map(endpointOf)) {
      expect(mayBeEmptyReply).toBe(reply === null);
    }
  });
});

describe('the facts of a create', () => {
  it('include the key from where the endpoint has it', () => {
    expect(keyOf(2, { Package: { PackageId: 'P' }, PackageId: 'no' })).toBe('P');
    expect(keyOf(6, { PackageId: 'P' })).toBe('P');
    expect(keyOf(15, { Sku: 7 })).toBeUndefined();
    expect(keyOf(16, { PackageId: 'P' })).toBeUndefined();
    expect(keyOf(2, null)).toBeUndefined();
  });

  it('include IsCreateNewOrder and SubmitLater only if they are true', () => {
    expect(isCreateNewOrder({ Package: { IsCreateNewOrder: true } })).toBe(true);
    expect(isCreateNewOrder({ Package: { IsCreateNewOrder: 'true' } })).toBe(false);
    expect(isCreateNewOrder('text')).toBe(false);
    expect(isSubmitLater({ SubmitLater: true })).toBe(true);
    expect(isSubmitLater({})).toBe(false);
  });

  it('include each SKU of an inbound order once', () => {
    const Skus = [{ Sku: 'A' }, { Sku: 'B' }, {}];
    const needs = dependenciesOf(4, { Containers: [{ Skus }, { Skus: [{ Sku: 'A' }] }, {}] });
    expect(needs).toEqual([
      { kind: 'Sku', key: 'A' },
      { kind: 'Sku', key: 'B' },
    ]);
  });

  it('include the inbound order of an outbound order, and the create of a declared package', () => {
    const outbound = { Package: { RefInboundOrderInfo: { ShipmentId: 'S' } } };
    expect(dependenciesOf(10, outbound)).toEqual([{ kind: 'ShipmentId', key: 'S' }]);
    expect(dependenciesOf(10, { Package: {} })).toEqual([]);
    expect(dependenciesOf(7, { PackageId: 'P' })).toEqual([{ kind: 'PackageId', key: 'P' }]);
  });
});

describe('settings', () => {
  const settings = { sync: 3, idType: 'PackageId', lang: 'en' };

  it('fill in what the caller omitted', () => {
    expect(fillFromSettings(1, {}, settings).query).toEqual({ sync: 3 });
    expect(fillFromSettings(1, { query: { sync: 1 } }, settings).query).toEqual({ sync: 1 });
    expect(fillFromSettings(11, {}, settings)).toEqual({ path: { idType: 'PackageId' }, query: {} });
    expect(fillFromSettings(12, { path: { trackingNumber: 'T' } }, settings)).toEqual({
      path: { trackingNumber: 'T' },
      query: { lang: 'en' },
    });
    expect(fillFromSettings(2, {}, settings)).toEqual({ path: {}, query: {} });
  });

  it('set idType on 3 only if it is not the documented default', () => {
    expect(fillFromSettings(3, {}, settings).query).toEqual({});
    expect(fillFromSettings(3, {}, { ...settings, idType: 'Other' }).query).toEqual({ idType: 'Other' });
  });
});
