import { endpointNumbers, endpointOf } from '../../shared/service/endpoints.ts';
import { openApiDocument } from '../../shared/service/openapi.ts';
import { describe, expect, it } from 'vitest';

type Json = Record<string, unknown>;
const document = JSON.parse(JSON.stringify(openApiDocument())) as Json & {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json & { properties: Record<string, Json>; required?: string[] }> };
};
const operationOf = (number: (typeof endpointNumbers)[number]): Json => {
  const { path, method } = endpointOf(number);
  return document.paths[path]?.[method.toLowerCase()] ?? {};
};

function* nodes(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* nodes(inner);
}

describe('the OpenAPI document', () => {
  it('is plain JSON of version 3.1 with info and paths', () => {
    expect(document).toEqual(openApiDocument());
    expect(document['openapi']).toMatch(/^3\.1\.\d$/);
    expect(document['info']).toMatchObject({ title: expect.any(String) as string, version: '1' });
  });

  it('has one operation for each of the 20 endpoints, and no more', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations.map((operation) => operation['operationId']).sort()).toEqual(
      endpointNumbers.map((number) => endpointOf(number).name).sort(),
    );
  });

  it('has for each the documented status codes, its body and its parameters', () => {
    for (const number of endpointNumbers) {
      const { statuses, body, params, query } = endpointOf(number);
      const operation = operationOf(number);
      const expected = statuses.length > 0 ? statuses : [200];
      expect(Object.keys(operation['responses'] as Json).sort()).toEqual([...expected].map(String).sort());
      expect('requestBody' in operation).toBe(body !== null);
      const parameters = (operation['parameters'] ?? []) as { name: string; in: string; required: boolean }[];
      const named = (place: string): string[] => parameters.filter((it) => it.in === place).map(({ name }) => name);
      expect(named('path')).toEqual(Object.keys(params.shape));
      expect(named('query')).toEqual(Object.keys(query.shape));
      expect(parameters.filter((it) => it.in === 'path').every(({ required }) => required)).toBe(true);
    }
  });

  it('refers only to existing schemas', () => {
    const references = [...nodes(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references.length).toBeGreaterThan(40);
    for (const reference of references) {
      const name = reference.replace('#/components/schemas/', '');
      expect(document.components.schemas).toHaveProperty(name);
    }
  });

  it('has patterns that every JSON Schema engine compiles', () => {
    const patterns = [...nodes(document)].flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(8);
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
  });

  it('contains the limits of the check', () => {
    const { schemas } = document.components;
    expect(schemas['Sku']?.properties['Weight']).toEqual({ type: 'integer', minimum: 1, maximum: 2147483647 });
    expect(schemas['TrackingBatch']?.properties['TrackingNumbers']).toMatchObject({ maxItems: 20 });
    expect(schemas['Declaration']?.properties['Length']).toMatchObject({ exclusiveMaximum: 1000000 });
    expect(schemas['InboundOrder']).toMatchObject({
      required: ['ShipmentId', 'WarehouseId', 'ShippingType', 'Containers'],
      additionalProperties: false,
      properties: { ShipmentId: { maxLength: 50, pattern: '^[a-zA-Z0-9\\-_]{1,50}$' } },
    });
    expect(schemas['LabelOrder']?.properties['SubmitLater']).toMatchObject({ default: false });
    expect(schemas['BatchOutboundOrder']).toMatchObject({ then: { required: ['SkuDetails'] } });
  });

  it('leaves replies open', () => {
    expect(document.components.schemas['DropShipRecord']).toMatchObject({ additionalProperties: {} });
    expect(document.components.schemas['DropShipRecord']).not.toHaveProperty('required');
  });
});
