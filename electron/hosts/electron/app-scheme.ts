import type { CustomScheme } from 'electron';

/** The pages of a window come from here: an origin of their own, which no file and no site shares. */
export const appScheme = 'app';
export const appHost = 'desk';
export const appOrigin = `${appScheme}://${appHost}`;

/** The page of an address, at whatever place of it. */
export const documentOf = (address: string): string => address.split('#', 1)[0] ?? '';

/** Labels on their way to a printer are a page of another origin, which may ask the desk nothing. */
export const paperHost = 'paper';
export const paperOrigin = `${appScheme}://${paperHost}`;

/** Must be registered before the app is ready. */
export const appPrivileges: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
