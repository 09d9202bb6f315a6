import { createHash, timingSafeEqual } from 'node:crypto';
import { socketToken } from '../../../shared/contract/host-token.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that tells nothing about where two texts differ, or how long the right one is. */
export function sameToken(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * Cookies do not tell ports apart: the port is part of the name, so that two hosts on one machine keep their own, and every web
 * server of the machine is sent the value. So it opens the built pages and files whose address nobody can guess, and nothing else.
 */
export const cookieName = (port: number) => `parcel-desk-${port}`;

/** Every value a Cookie header has for `name`; another page on this machine may have set one as well. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Sent with the printed address: kept from scripts, and from every request another site starts. */
export function pagesCookie(port: number, pass: string): string {
  return `${cookieName(port)}=${pass}; Path=/; HttpOnly; SameSite=Strict`;
}

const bearer = /^Bearer ([A-Za-z0-9_-]+)$/;

/** The token that a call carries: a header that no other site can make a browser send. */
export const tokenOfCall = (authorization: string | undefined): string => bearer.exec(authorization ?? '')?.[1] ?? '';

/** The token among the subprotocols of an event socket: the one thing a page may choose of its opening. */
export function tokenOfSocket(protocols: string | undefined): string {
  const named = (protocols ?? '').split(',').map((one) => one.trim());
  return named.find((one) => one.startsWith(socketToken))?.slice(socketToken.length) ?? '';
}
