/** Why a text is invalid as name or value of the secret header; screens translate it. */
export const headerFaults = ['header-name', 'own-header', 'header-value'] as const;
export type HeaderFault = (typeof headerFaults)[number];

// Headers that frame a request, describe its content or address a proxy are set by the HTTP client: another value could
// split one request into two, or break it.
const ownHeaders =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|proxy-.*|accept.*|expect|upgrade|te|trailer|range|if-.*)$/i;

/** Null if this is valid as name of the secret header. */
export function headerNameFault(name: string): HeaderFault | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return 'header-name';
  return ownHeaders.test(name) ? 'own-header' : null;
}

/** Null if this is valid as value of the secret header. */
export const headerValueFault = (value: string): HeaderFault | null =>
  /^[\x20-\x7e]*$/.test(value) ? null : 'header-value';

/** Advice in plain English; repeats nothing of the input. */
export const headerAdvice: Readonly<Record<HeaderFault, string>> = {
  'header-name': 'The name of a header has letters, digits and - only, without a colon or a space, as X-Api-Key.',
  'own-header':
    'The desk sets this header itself with every request. Ask the service which one carries the secret, as X-Api-Key or Authorization.',
  'header-value':
    'The secret has a character that no header can carry, as é or one that is not seen. Copy it once more from where the service shows it.',
};
