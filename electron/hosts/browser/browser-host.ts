import { exitOnFault, closeOnSignal, exitWithError, readArguments, openBrowserHost } from './open-browser-host.ts';

// `npm run host`: prints one line with the address, and serves until it is terminated.
exitOnFault();
try {
  const host = await openBrowserHost(readArguments(process.argv.slice(2)));
  closeOnSignal(() => host.close());
  process.stdout.write(`${JSON.stringify({ url: host.url })}\n`);
} catch (error) {
  exitWithError(error);
}
