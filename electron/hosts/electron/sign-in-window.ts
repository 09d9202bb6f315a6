import type { ProxyPassword } from '../../delivery/service/proxy-password.ts';
import { appScheme } from './app-scheme.ts';
import { guardSession } from './guard-contents.ts';
import type { ShellTexts } from './shell-texts.ts';
import { signInPage, type SignInPage } from './sign-in-page.ts';
import { BrowserWindow, session } from 'electron';
import { randomUUID } from 'node:crypto';

const address = `${appScheme}://sign-in/`;
const maxFormLength = 10_000;

/**
 * Asks for proxy credentials in a separate window: a page without script or preload in its own session, so that no page
 * of the desk sees them. Null if the person declines or closes it.
 */
export function askToSignIn(
  parent: BrowserWindow,
  texts: ShellTexts['proxy'],
  page: SignInPage,
): Promise<ProxyPassword | null> {
  const signInSession = session.fromPartition(`sign-in ${randomUUID()}`);
  void guardSession(signInSession);
  signInSession.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: url !== address }));
  return new Promise((resolve) => {
    const window = new BrowserWindow({
      parent,
      modal: true,
      width: 480,
      height: 400,
      useContentSize: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      autoHideMenuBar: true,
      show: false,
      title: texts.title,
      webPreferences: {
        session: signInSession,
        javascript: false,
        devTools: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    signInSession.protocol.handle(appScheme, async (request) => {
      if (request.url !== address) return new Response(null, { status: 404 });
      if (request.method === 'POST') {
        const form = new URLSearchParams((await request.text()).slice(0, maxFormLength));
        resolve(readForm(form));
        window.close();
        return new Response(null, { status: 204 });
      }
      return signInPage(texts, page);
    });
    window.webContents.on('before-input-event', (event, { type, key }) => {
      if (type !== 'keyDown' || key !== 'Escape') return;
      event.preventDefault();
      window.close();
    });
    window.once('ready-to-show', () => window.show());
    window.once('closed', () => {
      signInSession.protocol.unhandle(appScheme);
      resolve(null);
    });
    void window.loadURL(address);
  });
}

function readForm(form: URLSearchParams): ProxyPassword | null {
  const [name, password] = [form.get('name'), form.get('password')];
  return form.has('no') || !name || !password ? null : { name, password };
}
