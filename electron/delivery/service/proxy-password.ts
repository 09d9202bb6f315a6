/** Credentials for a proxy. */
export interface ProxyPassword {
  name: string;
  password: string;
}

/**
 * Returns credentials for a proxy (`http://host:port`) if a person has entered them; `refused` are those the proxy
 * rejected. Never waits for a person: null if there are none yet.
 */
export type ProxySignIn = (proxy: string, refused: ProxyPassword | null) => Promise<ProxyPassword | null>;

/** The system's proxy settings, and the sign-in of the people using it. */
export interface SystemProxies {
  /** the route to an origin, in the form of proxy auto-configuration: `PROXY host:port; DIRECT` */
  proxyFor(origin: string): Promise<string>;
  signIn: ProxySignIn;
}

export const basicAuthorization = ({ name, password }: ProxyPassword): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/**
 * Whether a proxy that requires credentials accepts Basic authentication; other schemes need the system's own sign-in.
 */
export function acceptsBasic(challenges: string | string[] | undefined): boolean {
  return [challenges ?? ''].flat().some((challenge) => /(?:^|,)\s*basic(?:\s|,|$)/i.test(challenge));
}
