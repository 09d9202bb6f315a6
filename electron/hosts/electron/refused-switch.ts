/** Switches for rendering and language, which an unusual screen or driver may need. */
const renderingSwitches = [
  ...['disable-gpu', 'disable-gpu-compositing', 'disable-software-rasterizer', 'use-gl', 'use-angle'],
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version', 'gtk-version'],
  ...['force-device-scale-factor', 'force-color-profile', 'force-renderer-accessibility', 'high-dpi-support', 'lang'],
];
/** Switches added by the system: by Windows for a notification, by macOS at every start. */
const systemSwitches = ['embedding', 'toastactivated', 'apple', 'nsdocumentrevisionsdebugmode', 'psn'];
const allowedSwitches = new Set([...renderingSwitches, ...systemSwitches]);

/**
 * The name of an argument that Chromium reads as a switch; null for any other. On Windows a slash starts a switch too.
 */
function switchName(arg: string, platform: NodeJS.Platform): string | null {
  const switchPattern = platform === 'win32' ? /^(?:--?|\/)([^=]*)/ : /^--?([^=]*)/;
  return switchPattern.exec(arg)?.[1]?.toLowerCase() ?? null;
}

/** Apple's switches have variable suffixes: `-psn_0_12345`, `-AppleLanguages`. */
const isAllowed = (name: string): boolean => allowedSwitches.has(name) || /^(?:psn_|apple)/.test(name);

/**
 * The first argument a package refuses to start with, or null: any Chromium switch that is not on the allow-list, since
 * most of them let another program inspect this one, change what it runs, disable its protections, or redirect it to
 * another profile, proxy, keyring or log. `args` excludes the program's own name.
 */
export function findRefusedArgument(args: readonly string[], platform: NodeJS.Platform): string | null {
  const separatorIndex = args.indexOf('--');
  const switchArgs = separatorIndex === -1 ? args : args.slice(0, separatorIndex);
  return switchArgs.find((arg) => !isAllowed(switchName(arg, platform) ?? 'lang')) ?? null;
}

/**
 * Switches refused for the desk's own command line (`--desk`), some of whose options Chromium also reads and ignores.
 * No window opens there: these switches would start other programs, or give them access.
 */
const refusedSwitches = [
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

/** The first refused switch that is present, or null; `hasSwitch` is Electron's `commandLine.hasSwitch`. */
export const findRefusedSwitch = (hasSwitch: (name: string) => boolean): string | null =>
  refusedSwitches.find(hasSwitch) ?? null;

/** Variables with the same effects, refused with any value but the empty one. */
const refusedVariables = ['SSLKEYLOGFILE', 'CHROME_DEVEL_SANDBOX', 'CHROME_LOG_FILE', 'ELECTRON_LOG_FILE'];

/**
 * The first environment variable a package refuses to start with: it would start another program, or write transmitted
 * data to a file.
 */
export function findRefusedVariable(env: Readonly<Record<string, string | undefined>>): string | null {
  // makes Node trust any certificate
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') return 'NODE_TLS_REJECT_UNAUTHORIZED';
  return refusedVariables.find((name) => (env[name] ?? '') !== '') ?? null;
}
