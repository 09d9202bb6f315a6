import { endpointOf, type EndpointNumber } from './endpoints.ts';

/** The settings of a desk that stand in queries and paths, under the names they have there. */
export interface RequestSettings {
  sync: number;
  idType: string;
  lang: string;
}

type Values = Readonly<Record<string, unknown>>;
export interface RequestParts {
  path: Values;
  query: Values;
}

/**
 * Path and query of a request with what the settings say where the caller said nothing (sync on 1, idType on 3 and 11,
 * lang on 5 and 12). idType is not sent on 3 while it is the documented default.
 */
export function fillFromSettings(
  number: EndpointNumber,
  given: Partial<RequestParts>,
  settings: RequestSettings,
): RequestParts {
  const { params, query } = endpointOf(number);
  const said = Object.entries(settings);
  const assumed = settings.idType === 'PackageId' ? ['idType'] : [];
  const inPath = said.filter(([name]) => Object.hasOwn(params.shape, name));
  const inQuery = said.filter(([name]) => Object.hasOwn(query.shape, name) && !assumed.includes(name));
  return {
    path: { ...Object.fromEntries(inPath), ...given.path },
    query: { ...Object.fromEntries(inQuery), ...given.query },
  };
}
