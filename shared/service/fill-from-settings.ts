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
  partial: Partial<RequestParts>,
  settings: RequestSettings,
): RequestParts {
  const { params, query } = endpointOf(number);
  const settingValues = Object.entries(settings);
  const omittedNames = settings.idType === 'PackageId' ? ['idType'] : [];
  const inPath = settingValues.filter(([name]) => Object.hasOwn(params.shape, name));
  const inQuery = settingValues.filter(([name]) => Object.hasOwn(query.shape, name) && !omittedNames.includes(name));
  return {
    path: { ...Object.fromEntries(inPath), ...partial.path },
    query: { ...Object.fromEntries(inQuery), ...partial.query },
  };
}
