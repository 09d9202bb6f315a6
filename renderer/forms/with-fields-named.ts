// A path at the start of an error, as services that list errors by field write it: `$.Package.Skus[0].Weight:` or
// `Package.ShipToAddress.City:`.
const named = /(^|[\s;；])((?:\$\.)?(?:[A-Z]\w*(?:\[\d+\])?\.)*[A-Z]\w*(?:\[\d+\])?)(?=:\s|：)/gu;

/** Replaces each field path before a colon in the service's words by the label on the screen. */
export const labelFieldsIn = (said: string, nameOf: (path: string) => string): string =>
  said.replace(named, (all, before: string, path: string) =>
    /[.$]/.test(path) ? `${before}${nameOf(path.replace(/^\$\./, ''))}` : all,
  );
