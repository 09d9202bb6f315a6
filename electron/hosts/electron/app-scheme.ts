import type { CustomScheme } from 'electron';

/** Origin of the window's pages, not shared with any file or site. */
export const appScheme = 'app';
export const appHost = 'desk';
export const appOrigin = `${appScheme}://${appHost}`;

/** The address of a document without its fragment. */
export const withoutFragment = (address: string): string => address.split('#', 1)[0] ?? '';

/** Pages being printed have another origin, which cannot call the desk. */
export const paperHost = 'paper';
export const paperOrigin = `${appScheme}://${paperHost}`;

/** Must be registered before the app is ready. */
export const appPrivileges: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
