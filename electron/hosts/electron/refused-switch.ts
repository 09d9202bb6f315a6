/** Words that say how the program draws, and in which language; on a screen or a driver that is not usual they may be needed. */
const drawing = [
  ...['disable-gpu', 'disable-gpu-compositing', 'disable-software-rasterizer', 'use-gl', 'use-angle'],
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version', 'gtk-version'],
  ...['force-device-scale-factor', 'force-color-profile', 'force-renderer-accessibility', 'high-dpi-support', 'lang'],
];
/** Words that a system adds by itself: Windows where it starts the program for a notification, macOS where it starts one at all. */
const ofSystem = ['embedding', 'toastactivated', 'apple', 'nsdocumentrevisionsdebugmode', 'psn'];
const allowed = new Set([...drawing, ...ofSystem]);

/** The name of a word of the command line that Chromium reads as a switch; null for any other. On Windows a slash begins one, too. */
function switchIn(word: string, platform: NodeJS.Platform): string | null {
  const begin = platform === 'win32' ? /^(?:--?|\/)([^=]*)/ : /^--?([^=]*)/;
  return begin.exec(word)?.[1]?.toLowerCase() ?? null;
}

/** Of a name of Apple's the part behind its first letters is any: `-psn_0_12345`, `-AppleLanguages`. */
const isAllowed = (name: string): boolean => allowed.has(name) || /^(?:psn_|apple)/.test(name);

/**
 * The first word, as it was given, that a package does not start with: any switch of Chromium but those of an allow-list, since with
 * most of them another program could look into this one, change what it runs, take its guards away, or lead it to another profile, proxy, keyring
 * or log. Null where there is none. `words` are those behind the program's own name.
 */
export function refusedWord(words: readonly string[], platform: NodeJS.Platform): string | null {
  const end = words.indexOf('--');
  const read = end === -1 ? words : words.slice(0, end);
  return read.find((word) => !isAllowed(switchIn(word, platform) ?? 'lang')) ?? null;
}

/**
 * Words that are refused where the command line is the desk's own (`--desk`), which has options that Chromium reads as well and knows nothing of.
 * No window is opened then: they would lead to other programs, or let them in.
 */
const refused = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'remote-allow-origins'],
  ...['inspect', 'inspect-brk', 'inspect-wait', 'inspect-port', 'inspect-publish-uid'],
  ...['auto-open-devtools-for-tabs', 'load-extension', 'disable-extensions-except', 'js-flags'],
  ...['no-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox', 'disable-seccomp-filter-sandbox'],
  ...[
    'single-process',
    'no-zygote',
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'gpu-launcher',
    'ppapi-plugin-launcher',
  ],
  ...['browser-subprocess-path', 'zygote-cmd-prefix', 'gpu-startup-dialog', 'renderer-startup-dialog'],
  ...[
    'disable-web-security',
    'disable-site-isolation-trials',
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
  ],
  ...['user-data-dir', 'use-mock-keychain', 'password-store', 'proxy-server', 'proxy-pac-url', 'host-rules'],
  ...['host-resolver-rules', 'log-net-log', 'ssl-key-log-file', 'trace-startup', 'enable-logging', 'log-file'],
];

/** The first of those words that is there, or null; `has` is Electron's `commandLine.hasSwitch`. */
export const refusedSwitch = (has: (name: string) => boolean): string | null => refused.find(has) ?? null;

/** Variables that do the same, and what is wrong with each value but none. */
const refusedNames = ['SSLKEYLOGFILE', 'CHROME_DEVEL_SANDBOX', 'CHROME_LOG_FILE', 'ELECTRON_LOG_FILE'];

/** The first variable of the environment that a package does not start with: what it leads to is another program, or a file with what was sent. */
export function refusedVariable(env: Readonly<Record<string, string | undefined>>): string | null {
  // Node trusts any certificate with it
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') return 'NODE_TLS_REJECT_UNAUTHORIZED';
  return refusedNames.find((name) => (env[name] ?? '') !== '') ?? null;
}
