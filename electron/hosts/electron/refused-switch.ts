/** Words on the command line by which another program could look into this one, change what it runs, or take its guards away. */
const refused = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'remote-allow-origins'],
  ...['inspect', 'inspect-brk', 'inspect-wait', 'inspect-port', 'inspect-publish-uid'],
  ...['auto-open-devtools-for-tabs', 'load-extension', 'disable-extensions-except', 'js-flags'],
  ...['no-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox', 'disable-seccomp-filter-sandbox'],
  ...['single-process', 'no-zygote', 'renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher'],
  ...['disable-web-security', 'disable-site-isolation-trials', 'ignore-certificate-errors'],
];

/** The first word that is refused where nobody may debug this program, or null; `has` is Electron's `commandLine.hasSwitch`. */
export const refusedSwitch = (has: (name: string) => boolean): string | null => refused.find(has) ?? null;
