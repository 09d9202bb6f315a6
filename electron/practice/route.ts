import { endpointNumbers, endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { refusal } from './answer.ts';

interface Template {
  endpoint: EndpointNumber;
  method: string;
  segments: readonly string[];
}

const templates: readonly Template[] = endpointNumbers
  .map((endpoint) => {
    const { method, path } = endpointOf(endpoint);
    return { endpoint, method, segments: path.split('/') };
  })
  // Literal segments come before parameters, so that a literal is never taken for an id.
  .toSorted((one, other) => fields(one) - fields(other));

function fields({ segments }: Template): number {
  return segments.filter(isField).length;
}

function isField(segment: string): boolean {
  return segment.startsWith('{');
}

export interface Route {
  endpoint: EndpointNumber;
  path: Record<string, string>;
}

/**
 * Finds the endpoint of a method and a raw, percent-encoded path, with its decoded parameters. Dots are not resolved,
 * so an id of dots stays an id. Throws Refusal 404, 405 or, for broken encoding, 400.
 */
export function routeOf(method: string, rawPath: string): Route {
  const given = rawPath.split('/');
  const fitting = templates.filter(({ segments }) => fits(segments, given));
  const found = fitting.find((template) => template.method === method);
  if (found) return { endpoint: found.endpoint, path: fieldsOf(found.segments, given) };
  if (fitting.length === 0) throw refusal(404, 'UnknownPath', 'There is nothing at this path');
  const Allow = [...new Set(fitting.map((template) => template.method))].join(', ');
  throw refusal(405, 'MethodNotAllowed', `This path takes ${Allow}`, { Allow });
}

function fits(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, at) => (isField(segment) ? given[at] !== '' : segment === given[at]))
  );
}

function fieldsOf(segments: readonly string[], given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, at) => (isField(segment) ? [[segment.slice(1, -1), decoded(given[at] ?? '')]] : [])),
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refusal(400, 'BadAddress', 'The path is not percent-encoded UTF-8');
  }
}
