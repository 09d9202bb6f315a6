// Chromium as it comes takes no scheme of an app's own. A page of `app://desk` is shown under an https address that leads
// nowhere, and everything the app sees of it is translated back.
const shown = /^https:\/\/([a-z]+)\.app\.invalid(?=\/|$)/;
const own = /^app:\/\/([a-z]+)(?=\/|$)/;

export const toShown = (address: string) => address.replace(own, 'https://$1.app.invalid');
export const toOwn = (address: string) => address.replace(shown, 'app://$1');
