import { batchOutboundOrder, batchOutboundReceipt } from './batch-outbound.ts';
import { boxContainer, boxOrder, fbaOrder } from './box-order.ts';
import { declaration } from './declare.ts';
import {
  dropShipOrder,
  labelOrder,
  dropShipPackage,
  labelPackage,
  dropShipSkuLine,
  labelSkuLine,
} from './drop-ship-order.ts';
import { dropShipBoxRecord, dropShipRecord, labelOrderRecord } from './drop-ship-record.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointNumbers, endpointOf, type EndpointNumber } from './endpoints.ts';
import { DATE_TIME, listLimitOf, ruleOf, type FieldRule } from './field.ts';
import { inboundContainer, inboundOrder, inboundOrderReceipt, inboundOrderRecord } from './inbound-order.ts';
import { inventoryBodyFormRecord, inventoryRequestBody, inventoryRecord } from './inventory.ts';
import { outboundOrder, outboundOrderRecord, outboundStatusBody } from './outbound-order.ts';
import { inboundPricing, inboundPricingResult, outboundPricing, pricingResult } from './pricing.ts';
import { fieldsOf } from './schema-walk.ts';
import {
  labelShipToAddress,
  shipToAddress,
  failureReason,
  money,
  moneyWithoutCurrency,
  shippingCost,
  labelSender,
  labelTradeParty,
  sender,
  tradeParty,
} from './shared-objects.ts';
import { sku, skuRecord, skuSearch } from './sku.ts';
import { trackingBatch, trackingRecord } from './tracking.ts';
import * as z from 'zod';

/** The named objects of the OpenAPI document, including every request and reply body. */
export const componentNames: Readonly<Record<string, z.ZodObject>> = {
  Money: money,
  MoneyWithoutCurrency: moneyWithoutCurrency,
  ShippingCost: shippingCost,
  ShipToAddress: shipToAddress,
  LabelShipToAddress: labelShipToAddress,
  Sender: sender,
  LabelSender: labelSender,
  TradeParty: tradeParty,
  LabelTradeParty: labelTradeParty,
  UnShippedReason: failureReason,
  DropShipSkuLine: dropShipSkuLine,
  LabelSkuLine: labelSkuLine,
  DropShipPackage: dropShipPackage,
  LabelPackage: labelPackage,
  DropShipOrder: dropShipOrder,
  LabelOrder: labelOrder,
  DropShipRecord: dropShipRecord,
  LabelOrderRecord: labelOrderRecord,
  DropShipBoxRecord: dropShipBoxRecord,
  BoxContainer: boxContainer,
  BoxOrder: boxOrder,
  FbaOrder: fbaOrder,
  Declaration: declaration,
  InboundContainer: inboundContainer,
  InboundOrder: inboundOrder,
  InboundOrderReceipt: inboundOrderReceipt,
  InboundOrderRecord: inboundOrderRecord,
  BatchOutboundOrder: batchOutboundOrder,
  BatchOutboundReceipt: batchOutboundReceipt,
  OutboundOrder: outboundOrder,
  OutboundStatusQuestion: outboundStatusBody,
  OutboundOrderRecord: outboundOrderRecord,
  TrackingBatch: trackingBatch,
  TrackingRecord: trackingRecord,
  Sku: sku,
  SkuSearch: skuSearch,
  SkuRecord: skuRecord,
  InventoryQuestion: inventoryRequestBody,
  InventoryRecord: inventoryRecord,
  InventoryBodyFormRecord: inventoryBodyFormRecord,
  InboundPricing: inboundPricing,
  InboundPricingResult: inboundPricingResult,
  OutboundPricing: outboundPricing,
  PricingResult: pricingResult,
};

export type JsonSchema = Record<string, unknown>;

const nameOf = new Map<unknown, string>(Object.entries(componentNames).map(([name, schema]) => [schema, name]));

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** A reference to a named object. Throws if a body or reply of the endpoint table has no name. */
export function reference(schema: z.ZodObject): JsonSchema {
  const name = nameOf.get(schema);
  if (name === undefined) throw new Error('An object of the endpoint table has no name in component-names.ts');
  return { $ref: refTo(name) };
}

/** JSON Schema (2020-12) of all named objects, for components/schemas. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(componentNames)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { ...options, uri: refTo });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutSchemaKeywords(schema)]));
}

/** JSON Schema of one parameter, which is not among the named objects. */
export const parameterSchema = (schema: z.core.$ZodType): JsonSchema =>
  withoutSchemaKeywords(z.toJSONSchema(schema, options));

function withoutSchemaKeywords(schema: object): JsonSchema {
  const { $schema: _dialect, $id: _id, ...rest } = schema as JsonSchema;
  return rest;
}

const options = {
  io: 'input',
  target: 'draft-2020-12',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
    const rule = ruleOf(zodSchema);
    const maxItems = listLimitOf(zodSchema);
    if (maxItems !== undefined) jsonSchema['maxItems'] = maxItems;
    if (!rule) return;
    // The safe-integer range that zod adds to every integer is not a limit of the document.
    delete jsonSchema['minimum'];
    delete jsonSchema['maximum'];
    Object.assign(jsonSchema, keywordsOf(rule));
  },
} as const;

// Omitted: format date-time, which requires the offset that the document makes optional; and multipleOf, because
// validators that divide doubles refuse 0.07 as a multiple of 0.01. Enumerations are open, so the values shown are
// examples.
function keywordsOf(rule: FieldRule): JsonSchema {
  const { minLength, maxLength, min, max, digits, places, examples: seen } = rule;
  const limit = digits !== undefined && places !== undefined ? 10 ** (digits - places) : undefined;
  const pattern = rule.type === 'date' ? DATE_TIME : rule.pattern;
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && { pattern: pattern.source }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(limit !== undefined && {
      description: `Decimal ${digits},${places}`,
      exclusiveMinimum: -limit,
      exclusiveMaximum: limit,
    }),
    ...(seen && { examples: seen }),
  };
}

/** The service's interface as an OpenAPI 3.1 document, generated from the endpoint table alone. Plain JSON. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const number of endpointNumbers) {
    const endpoint = endpointOf(number);
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(number, endpoint);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Logistics fulfilment service', version: '1' },
    servers: [
      {
        url: '{base_url}',
        variables: { base_url: { default: 'https://localhost', description: 'address of the service' } },
      },
    ],
    paths,
    components: { schemas: componentSchemas() },
  };
}

function operation(number: EndpointNumber, endpoint: Endpoint): JsonSchema {
  const parameters = [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query)];
  return {
    operationId: endpoint.name,
    summary: `${number}. ${endpoint.title}`,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: jsonContent(reference(endpoint.body)) } }),
    responses: Object.fromEntries(statusesOf(endpoint).map((status) => [status, response(endpoint, status)])),
  };
}

function parametersIn(location: 'path' | 'query', schema: z.ZodObject): JsonSchema[] {
  return Object.entries(fieldsOf(schema)).map(([name, field]) => ({
    name,
    in: location,
    required: !(field instanceof z.ZodOptional || field instanceof z.ZodDefault),
    schema: parameterSchema(field),
  }));
}

// If the document names no status code, 200 is used for its "ok".
const statusesOf = ({ statuses }: Endpoint): readonly number[] => (statuses.length > 0 ? statuses : [200]);

function response(endpoint: Endpoint, status: number): JsonSchema {
  const content = status < 300 ? replyOf(endpoint) : undefined;
  return { description: meaningOf(endpoint, status), ...(content && { content: jsonContent(content) }) };
}

function meaningOf(endpoint: Endpoint, status: number): string {
  if (status === 200 && endpoint.statuses.includes(201)) return 'ok, not changed';
  return { 200: 'ok', 201: 'created', 400: 'invalid data', 404: 'id not found' }[status] ?? String(status);
}

function replyOf({ reply, replyKind }: Endpoint): JsonSchema | undefined {
  if (!reply) return undefined;
  return replyKind === 'list' ? { type: 'array', items: reference(reply) } : reference(reply);
}

const jsonContent = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
