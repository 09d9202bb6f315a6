// A plain Chromium supports no custom schemes. A page of `app://desk` is loaded from an https address that resolves
// nowhere, and every address the app sees is translated back.
const shown = /^https:\/\/([a-z]+)\.app\.invalid(?=\/|$)/;
const own = /^app:\/\/([a-z]+)(?=\/|$)/;

export const toShown = (address: string) => address.replace(own, 'https://$1.app.invalid');
export const toOwn = (address: string) => address.replace(shown, 'app://$1');
