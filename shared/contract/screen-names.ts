/** Things that screens keep at the desk under one name each. */
const names = ['choices', 'first-steps', 'labels', 'language', 'outbox', 'outbox-views', 'scanner'] as const;
/** Things of which there is one for each form or list: the name goes on. */
const beginnings = ['filling/', 'form/', 'inventory/'] as const;

/** Whether screens may keep something under a name. All other names are the desk's own: a page must not change what the desk itself knows. */
export const isScreenName = (name: string): boolean =>
  names.some((one) => one === name) || beginnings.some((one) => name.startsWith(one));
