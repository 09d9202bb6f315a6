import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that tells nothing about where two texts differ, or how long the right one is. */
export function sameToken(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right));
}

/** Cookies do not tell ports apart, so the port is part of the name: two hosts on one machine keep their own. */
export const cookieName = (port: number) => `parcel-desk-${port}`;

/** Every value a Cookie header has for `name`; another page on this machine may have set one as well. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Sent once, for the token of the address: kept from scripts, and from every request another site starts. */
export function tokenCookie(port: number, token: string): string {
  return `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`;
}
