import { fail, ok, type Result } from '../../../shared/contract/problem.ts';

/** The parsed address of a service: paths are appended to `base`, which has no trailing slash. */
export interface ServiceAddress {
  origin: string;
  base: string;
  /** path of the base address, empty or `/…` without a trailing slash */
  basePath: string;
}

/**
 * Parses the address a person typed as {base_url} of the interface document. Refuses, with a sentence that says what to
 * do: text that is no address, schemes other than http and https, http to another machine, credentials, a query or a
 * fragment.
 */
export function checkAddress(text: string): Result<ServiceAddress> {
  const trimmed = text.trim();
  if (trimmed === '') return badAddress('Give the address of the service, as https://api.example.com.');
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  // A URL parser silently repairs these into an address the user did not type.
  if (!url || /[\s\\\p{Cc}]/u.test(trimmed) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    return badAddress(`"${withoutCredentials(trimmed)}" is not an address. It looks like https://api.example.com.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return badAddress(`The service is reached by https, not by ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    return badAddress('Leave name and password out of the address; give the secret header in the settings instead.');
  }
  if (trimmed.includes('?') || trimmed.includes('#')) {
    return badAddress('Leave out what follows ? or # in the address.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return badAddress('Orders carry personal data: the address of the service must begin with https://.');
  }
  const basePath = url.pathname.replace(/\/+$/, '');
  return ok({ origin: url.origin, base: url.origin + basePath, basePath });
}

const badAddress = (message: string) => fail('bad-address', message);

// The part before an @ may be a password.
const withoutCredentials = (text: string) => text.replace(/\/\/[^/]*@/, '//…@').slice(0, 100);

/** `hostname` as in a URL: IPv4 as four decimal parts, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
