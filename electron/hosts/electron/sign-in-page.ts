import type { SecretStore } from '../../platform/secret-store.ts';
import { pageHeaders } from '../pages.ts';
import type { ShellTexts } from './shell-texts.ts';

export interface SignInPage {
  /** `host:port` of the proxy, as reported by the system */
  place: string;
  isEncrypted: boolean;
  wasRefused: boolean;
  keptIn: Awaited<ReturnType<SecretStore['storageKind']>>;
}

// one style sheet and one form that posts to its own page: no script, no picture, no fetch
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

// looks like the desk's own screens
const style = `
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
:root { background: light-dark(#ffffff, #182125); color: light-dark(#142025, #e8eef0); }
body { margin: 24px; }
h1 { font-size: 17px; margin: 0 0 8px; overflow-wrap: anywhere; }
p { margin: 0 0 14px; }
label { display: block; margin: 0 0 12px; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: 3px; padding: 6px 8px; font: inherit; }
div { display: flex; flex-direction: row-reverse; justify-content: flex-start; gap: 8px; }
button { font: inherit; padding: 6px 16px; border: 1px solid light-dark(#78868b, #75868d); border-radius: 4px; background: none; }
button:first-child {
  border-color: transparent; background: light-dark(#0a6370, #62c6d4); color: light-dark(#ffffff, #05262c); font-weight: 600;
}
:focus-visible { outline: 2px solid light-dark(#0a6370, #62c6d4); outline-offset: 1px; }
`;

/** The page where a person signs in to a proxy. */
export function signInPage(
  texts: ShellTexts['proxy'],
  { place: proxyHost, isEncrypted, wasRefused, keptIn }: SignInPage,
): Response {
  const heading = wasRefused ? texts.refused(proxyHost) : texts.asks(proxyHost);
  const notes = [
    texts.detail,
    ...(isEncrypted ? [] : [texts.open]),
    texts.kept[keptIn === 'memory' ? 'memory' : 'safe'],
  ];
  const page = `<!doctype html>
<html lang="${texts.lang}">
<meta charset="utf-8">
<title>${escapeHtml(texts.title)}</title>
<style>${style}</style>
<h1>${escapeHtml(heading)}</h1>
<p>${notes.map(escapeHtml).join(texts.lang === 'en' ? ' ' : '')}</p>
<form method="post" autocomplete="off">
<label>${escapeHtml(texts.name)}<input name="name" required maxlength="200" autofocus></label>
<label>${escapeHtml(texts.password)}<input name="password" type="password" required maxlength="200"></label>
<div><button>${escapeHtml(texts.yes)}</button><button name="no" value="1" formnovalidate>${escapeHtml(texts.no)}</button></div>
</form>
</html>`;
  const headers = { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
  return new Response(page, { headers });
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
