import type { App, Session, WebContents } from 'electron';
import { appOrigin, appScheme, documentOf, paperOrigin } from './app-scheme.ts';

/**
 * Locks every page of the app to its document, though it may reload: no navigation, no new window, no embedded page.
 */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  // blocks direct WebRTC: no other guard sees it, and the proxy of its session is its only limit (see guardSession)
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const isReload = (address: string) => documentOf(address) === documentOf(contents.getURL());
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
const nowhere = 'http://127.0.0.1:9';

/** Exceptions a session grants to its pages after a person's choice. */
export interface Allowed {
  /** whether a page may ask for a serial port */
  mayAsk: (origin: string) => boolean;
  isChosen: (origin: string, device: unknown) => boolean;
}
const nothing: Allowed = { mayAsk: () => false, isChosen: () => false };

/**
 * A session without permissions, except for the scale's port chosen by a person, and without network access beyond the
 * app's own pages: only the desk connects to the service.
 */
export function guardSession(session: Session, { mayAsk, isChosen }: Allowed = nothing): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler((_contents, permission, origin) => permission === 'serial' && mayAsk(origin));
  session.setDevicePermissionHandler(
    ({ deviceType, origin, device }) => deviceType === 'serial' && isChosen(origin, device),
  );
  fetchNoDictionaries(session);
  session.webRequest.onBeforeRequest(({ url, resourceType }, decide) =>
    decide({ cancel: !isOwn(url) && !(resourceType === 'mainFrame' && isPaper(url)) }),
  );
  return session.setProxy({ mode: 'fixed_servers', proxyRules: nowhere, proxyBypassRules: '<-loopback>' });
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
export function systemProxyFinder(own: Session): (origin: string) => Promise<string> {
  fetchNoDictionaries(own);
  return (origin) => own.resolveProxy(origin);
}

function isOwn(address: string): boolean {
  const ownPage = address === appOrigin || address.startsWith(`${appOrigin}/`);
  return (
    ownPage || address.startsWith(`blob:${appOrigin}/`) || address.startsWith('data:image/') || isDevTools(address)
  );
}

// a separate window may show it; no page may read it
const isPaper = (address: string) => address.startsWith(`${paperOrigin}/`);

const isDevTools = (address: string) => address.startsWith('devtools://') && !address.includes(`${appScheme}://`);
