import { endpointOf, type EndpointNumber } from './endpoints.ts';

/** The desk settings sent in queries and paths, under their names there. */
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
 * Adds settings to path and query where the caller gave no value: sync on 1, idType on 3 and 11, lang on 5 and 12.
 * idType is not sent on 3 if it is the documented default.
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
