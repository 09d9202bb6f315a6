import type { App, Session, WebContents } from 'electron';
import { appOrigin, appScheme, paperOrigin } from './app-scheme.ts';

/** Every page the app ever opens stays where it is: no other page, no new window, no page within the page. */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** A session that grants nothing and reaches nothing but the app's own pages: the service is the desk's to talk to. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false); // it would fetch dictionaries
  session.webRequest.onBeforeRequest(({ url, resourceType }, decide) =>
    decide({ cancel: !isOwn(url) && !(resourceType === 'mainFrame' && isPaper(url)) }),
  );
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
