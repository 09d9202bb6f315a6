import type { App, Session, WebContents } from 'electron';
import { appOrigin, appScheme, documentOf, paperOrigin } from './app-scheme.ts';

/** Every page the app ever opens stays where it is, though it may begin anew: no other page, no new window, no page within the page. */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  // no page speaks to another machine by itself: WebRTC is asked by no other guard, and has the proxy of its session alone (see guardSession)
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

/** A port that nobody listens at (discard, RFC 863): what a page would send by WebRTC over TCP goes there; the app's own pages need no network. */
const nowhere = 'http://127.0.0.1:9';

/** What a session lets its pages do after all, where a person chose it. */
export interface Allowed {
  /** may a page ask for a serial port */
  mayAsk: (origin: string) => boolean;
  isChosen: (origin: string, device: unknown) => boolean;
}
const nothing: Allowed = { mayAsk: () => false, isChosen: () => false };

/**
 * A session that grants nothing, but for the scale's port that a person chose, and reaches nothing but the app's own pages: the service is the
 * desk's to talk to.
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

/** It would fetch dictionaries of the languages it is set to, even while it is off. */
function fetchNoDictionaries(session: Session): void {
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

/** Which proxy the system has for an address, as Chromium finds it; asked of a session without pages, since that of the window has a proxy of its own. */
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

// a window of its own may show it; no page may read it
const isPaper = (address: string) => address.startsWith(`${paperOrigin}/`);

const isDevTools = (address: string) => address.startsWith('devtools://') && !address.includes(`${appScheme}://`);
