/** Why a text cannot be the name of the secret header, or its value; a screen says it in the person's language. */
export const headerFaults = ['header-name', 'own-header', 'header-value'] as const;
export type HeaderFault = (typeof headerFaults)[number];

// What frames a request, says what it carries or goes to a proxy is the client's own to say: another value would make two
// requests of one, or none at all.
const ownHeaders =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|proxy-.*|accept.*|expect|upgrade|te|trailer|range|if-.*)$/i;

/** Null where this can be the name of the secret header. */
export function headerNameFault(name: string): HeaderFault | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return 'header-name';
  return ownHeaders.test(name) ? 'own-header' : null;
}

/** Null where this can be the value of the secret header. */
export const headerValueFault = (value: string): HeaderFault | null =>
  /^[\x20-\x7e]*$/.test(value) ? null : 'header-value';

/** What to do about it, in plain English; repeats nothing of what was given. */
export const headerAdvice: Readonly<Record<HeaderFault, string>> = {
  'header-name': 'The name of a header has letters, digits and - only, without a colon or a space, as X-Api-Key.',
  'own-header':
    'The desk sets this header itself with every request. Ask the service which one carries the secret, as X-Api-Key or Authorization.',
  'header-value':
    'The secret has a character that no header can carry, as é or one that is not seen. Copy it once more from where the service shows it.',
};
