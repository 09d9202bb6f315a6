import { createHash, timingSafeEqual } from 'node:crypto';
import { tokenProtocolPrefix } from '../../../shared/contract/host-token.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, revealing neither the first difference nor the length of the right token. */
export function sameToken(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * Cookies are not separated by port: the port in the name keeps the cookies of two hosts on one machine apart, but
 * every web server on the machine receives the value. So it only grants the built pages and files at unguessable
 * addresses.
 */
export const cookieName = (port: number) => `parcel-desk-${port}`;

/** All values of `name` in a Cookie header; another server on this machine may have set one as well. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Set with the printed address: hidden from scripts, and not sent with requests that another site starts. */
export function pagesCookie(port: number, pass: string): string {
  return `${cookieName(port)}=${pass}; Path=/; HttpOnly; SameSite=Strict`;
}

const bearer = /^Bearer ([A-Za-z0-9_-]+)$/;

/** The token of a call: in a header that no other site can make a browser send. */
export const tokenInHeader = (authorization: string | undefined): string => bearer.exec(authorization ?? '')?.[1] ?? '';

/** The token among the subprotocols of an event socket: the only part of the handshake a page controls. */
export function tokenInProtocols(protocols: string | undefined): string {
  const named = (protocols ?? '').split(',').map((one) => one.trim());
  return named.find((one) => one.startsWith(tokenProtocolPrefix))?.slice(tokenProtocolPrefix.length) ?? '';
}
