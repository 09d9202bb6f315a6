import { tokenParameter } from '../../shared/contract/host-token.ts';

/** Stored per origin, port included, for reloads and further tabs; invalid after the host restarts. */
const place = 'parcel-desk.host-token';

/**
 * The token by which this page calls the browser host; empty if it was not opened with the printed address. The first
 * call removes it from the page's address, so that no screenshot, link or bookmark shows it.
 */
export function pageToken(): string {
  const given = new URL(location.href).searchParams.get(tokenParameter);
  if (given === null) return localStorage.getItem(place) ?? '';
  localStorage.setItem(place, given);
  history.replaceState(history.state, '', `/${location.hash}`);
  return given;
}
