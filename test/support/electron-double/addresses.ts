// A plain Chromium supports no custom schemes. Pages of `app://desk` are therefore loaded from an https address that no
// resolver knows, and every address that the app receives is translated back.
const httpsPattern = /^https:\/\/([a-z]+)\.app\.invalid(?=\/|$)/;
const appPattern = /^app:\/\/([a-z]+)(?=\/|$)/;

export const toHttpsAddress = (address: string) => address.replace(appPattern, 'https://$1.app.invalid');
export const toAppAddress = (address: string) => address.replace(httpsPattern, 'app://$1');
