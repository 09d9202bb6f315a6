import * as z from 'zod';
import { endpointNumbers, endpointOf, type EndpointNumber } from './endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { componentSchemas, parameterSchema, reference } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { fieldsOf } from './schema-walk.ts';

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
    ...(endpoint.body && { requestBody: { required: true, content: json(reference(endpoint.body)) } }),
    responses: Object.fromEntries(statusesOf(endpoint).map((status) => [status, response(endpoint, status)])),
  };
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject): JsonSchema[] {
  return Object.entries(fieldsOf(schema)).map(([name, field]) => ({
    name,
    in: place,
    required: !(field instanceof z.ZodOptional || field instanceof z.ZodDefault),
    schema: parameterSchema(field),
  }));
}

// If the document names no status code, 200 is used for its "ok".
const statusesOf = ({ statuses }: Endpoint): readonly number[] => (statuses.length > 0 ? statuses : [200]);

function response(endpoint: Endpoint, status: number): JsonSchema {
  const content = status < 300 ? replyOf(endpoint) : undefined;
  return { description: meaningOf(endpoint, status), ...(content && { content: json(content) }) };
}

function meaningOf(endpoint: Endpoint, status: number): string {
  if (status === 200 && endpoint.statuses.includes(201)) return 'ok, not changed';
  return { 200: 'ok', 201: 'created', 400: 'invalid data', 404: 'id not found' }[status] ?? String(status);
}

function replyOf({ reply, replyKind }: Endpoint): JsonSchema | undefined {
  if (!reply) return undefined;
  return replyKind === 'list' ? { type: 'array', items: reference(reply) } : reference(reply);
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
