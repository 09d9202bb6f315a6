import { breach, legal, readAsBreach, readAsLegal } from '../by-hand.ts';
import { drop, rename, set } from '../change.ts';
import type { Breach, Doubt, EndpointList, Legal } from '../request-case.ts';
import type { FamilyNames } from './wrong-names.ts';

const noObjects: unknown[] = ['x', '', 7, true, [], null];
const params = ['path', 'query'] as const;
const parts = ['path', 'query', 'body'] as const;
const otherNames = { path: ['Path', 'params'], query: ['Query', 'search'], body: ['Body', 'data'] };

const requiredIn = (list: EndpointList, part: (typeof parts)[number]) =>
  (list[part]?.fields ?? []).filter((field) => field.required);

const wholePart = (list: EndpointList, part: (typeof parts)[number]): Breach[] => {
  const absent = drop(list.full, 'request', `$.${part}`);
  const needed = requiredIn(list, part);
  return [
    ...noObjects.concat([[list.full[part]]]).map((value) =>
      breach('wrong type', part, '$', `the ${part} given as ${JSON.stringify(value).slice(0, 20)}`, {
        ...set(list.full, 'request', `$.${part}`, value),
      }),
    ),
    ...(part === 'body' && needed.length > 0 ? [breach('missing', 'body', '$', 'no body at all', absent)] : []),
    ...(part === 'body'
      ? []
      : needed.map(({ name }) => breach('missing', part, `$.${name}`, `no ${part} at all`, absent))),
    ...otherNames[part].map((name) =>
      breach('envelope', 'request', `$.${name}`, `${part} called ${name}`, {
        ...rename(list.full, 'request', `$.${part}`, name),
      }),
    ),
  ];
};

/** Breaches in the envelope of one endpoint: a part that is not an object, is absent, or is foreign to the endpoint. */
export const envelopeBreaches = (list: EndpointList, families: FamilyNames): Breach[] => [
  ...parts.flatMap((part) => (list[part] ? wholePart(list, part) : [])),
  ...params
    .filter((part) => !list[part])
    .flatMap((part) => [
      ...['Unheard', 'constructor', '__proto__', ...(families.get('parameter')?.keys() ?? [])].map((name) =>
        breach('name of a sibling', part, `$.${name}`, `no ${part} is documented`, {
          ...set(list.full, part, `$.${name}`, 'x'),
        }),
      ),
      ...['x', 7, ['x']].map((value) =>
        breach('wrong type', part, '$', `the ${part}, of which none is documented, as ${JSON.stringify(value)}`, {
          ...set(list.full, 'request', `$.${part}`, value),
        }),
      ),
    ]),
  ...(list.body
    ? []
    : ['x', 7, ['x']].map((value) =>
        breach('unknown name', 'body', '$', `a body, of which none is documented, as ${JSON.stringify(value)}`, {
          ...list.full,
          body: value,
        }),
      )),
  ...['Unheard', 'headers', 'constructor', '__proto__'].map((name) =>
    breach('envelope', 'request', `$.${name}`, `a request has no ${name}`, set(list.full, 'request', `$.${name}`, {})),
  ),
];

/** A part without fields may be present and empty: the design shows all four names in the shape of a request. */
export const envelopeEdges = (list: EndpointList): Legal[] =>
  params
    .filter((part) => !requiredIn(list, part).length)
    .map((part) => legal(`an empty ${part}`, set(list.full, 'request', `$.${part}`, {})));

export const envelopeDoubts = (list: EndpointList): Doubt[] =>
  list.body
    ? []
    : [
        readAsLegal(
          'an empty body, where none is documented',
          'The shape of a request shows all four names, and an empty body says nothing.',
          { ...list.full, body: {} },
          'body',
          '$',
        ),
        readAsBreach(
          'a body with a field, where none is documented',
          'A field that the endpoint lacks is refused wherever it stands.',
          { ...list.full, body: { Skus: ['CUP-01'] } },
          'body',
          '$',
          '$.Skus',
        ),
      ];
