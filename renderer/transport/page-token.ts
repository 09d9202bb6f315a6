import { tokenParameter } from '../../shared/contract/host-token.ts';

/** Kept per origin, port included, for reloads and further tabs. A new start of the host makes it worthless. */
const place = 'parcel-desk.host-token';

/**
 * What lets this page ask the browser host; empty where it was not opened by the printed address. The first look takes it out
 * of the page's address, so that no screenshot, link or bookmark shows it.
 */
export function pageToken(): string {
  const given = new URL(location.href).searchParams.get(tokenParameter);
  if (given === null) return localStorage.getItem(place) ?? '';
  localStorage.setItem(place, given);
  history.replaceState(history.state, '', `/${location.hash}`);
  return given;
}
