/** What a proxy asks for. */
export interface ProxyPassword {
  name: string;
  password: string;
}

/**
 * A name and a password for a proxy (`http://host:port`), where a person has given one; `refused` are those that the proxy did not take.
 * Never waits for a person: null where there is none yet.
 */
export type ProxySignIn = (proxy: string, refused: ProxyPassword | null) => Promise<ProxyPassword | null>;

/** What the system says of proxies, and the people before it. */
export interface SystemProxies {
  /** the way to an origin, in the form of proxy auto-configuration: `PROXY host:port; DIRECT` */
  proxyFor(origin: string): Promise<string>;
  signIn: ProxySignIn;
}

export const basicOf = ({ name, password }: ProxyPassword): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Whether a proxy that asks for a password takes one that is only encoded; the other ways need the system's own sign-in. */
export function takesBasic(asks: string | string[] | undefined): boolean {
  return [asks ?? ''].flat().some((one) => /(?:^|,)\s*basic(?:\s|,|$)/i.test(one));
}
