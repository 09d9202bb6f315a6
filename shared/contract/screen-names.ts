/** Names under which screens store one value each. */
const fixedNames = ['choices', 'first-steps', 'labels', 'language', 'outbox', 'outbox-views', 'scanner'] as const;
/** Prefixes of names with one value per form or list. */
const namePrefixes = ['filling/', 'form/', 'inventory/'] as const;

/**
 * Whether screens may store a value under a name. All other names belong to the desk itself, and a page must not change
 * its data.
 */
export const isScreenName = (name: string): boolean =>
  fixedNames.some((one) => one === name) || namePrefixes.some((one) => name.startsWith(one));
