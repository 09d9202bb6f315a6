import { appOrigin, appScheme, withoutFragment, paperOrigin } from './app-scheme.ts';
import type { App, Session, WebContents } from 'electron';

/**
 * Restricts every page of the app to its document, which it may reload: no navigation, new windows or embedded pages.
 */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
}

function lockContents(contents: WebContents): void {
  // blocks direct WebRTC: no other guard sees it, and the proxy of its session is its only limit (see guardSession)
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const isReload = (address: string) => withoutFragment(address) === withoutFragment(contents.getURL());
  contents.on('will-navigate', (event) => {
    if (!isReload(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isReload(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * A port without listener (discard, RFC 863) as the session's proxy: blocks WebRTC over TCP; the app's own pages need
 * no network.
 */
const deadProxy = 'http://127.0.0.1:9';

/** Exceptions a session grants to its pages after a person's choice. */
export interface SessionGrants {
  /** whether a page may ask for a serial port */
  mayRequestPort: (origin: string) => boolean;
  isGrantedPort: (origin: string, device: unknown) => boolean;
}
const noGrants: SessionGrants = { mayRequestPort: () => false, isGrantedPort: () => false };

/**
 * A session without permissions, except for the scale's port chosen by a person, and without network access beyond the
 * app's own pages: only the desk connects to the service.
 */
export function guardSession(
  session: Session,
  { mayRequestPort, isGrantedPort }: SessionGrants = noGrants,
): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === 'serial' && mayRequestPort(origin),
  );
  session.setDevicePermissionHandler(
    ({ deviceType, origin, device }) => deviceType === 'serial' && isGrantedPort(origin, device),
  );
  fetchNoDictionaries(session);
  session.webRequest.onBeforeRequest(({ url, resourceType }, decide) =>
    decide({ cancel: !isOwnPage(url) && !(resourceType === 'mainFrame' && isPaper(url)) }),
  );
  return session.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' });
}

/** Chromium would fetch dictionaries of its configured languages even with the spell checker off. */
function fetchNoDictionaries(session: Session): void {
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

/**
 * Finds the system's proxy for an address through Chromium; uses a session without pages, since the window's session
 * has a proxy of its own.
 */
export function systemProxyFinder(pagelessSession: Session): (origin: string) => Promise<string> {
  fetchNoDictionaries(pagelessSession);
  return (origin) => pagelessSession.resolveProxy(origin);
}

function isOwnPage(address: string): boolean {
  const isAppPage = address === appOrigin || address.startsWith(`${appOrigin}/`);
  return (
    isAppPage || address.startsWith(`blob:${appOrigin}/`) || address.startsWith('data:image/') || isDevTools(address)
  );
}

// a separate window may load it as its page; no page may fetch it
const isPaper = (address: string) => address.startsWith(`${paperOrigin}/`);

const isDevTools = (address: string) => address.startsWith('devtools://') && !address.includes(`${appScheme}://`);
