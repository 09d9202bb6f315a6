// `$.Package.Skus[0].Weight:` or `Package.ShipToAddress.City:`, as a service that lists errors by field begins each of them
const named = /(^|[\s;；])((?:\$\.)?(?:[A-Z]\w*(?:\[\d+\])?\.)*[A-Z]\w*(?:\[\d+\])?)(?=:\s|：)/gu;

/** Words of the service in which each path of a field before a colon is called as the screen calls it. */
export const withFieldsNamed = (said: string, nameOf: (path: string) => string): string =>
  said.replace(named, (all, before: string, path: string) =>
    /[.$]/.test(path) ? `${before}${nameOf(path.replace(/^\$\./, ''))}` : all,
  );
