import { runAndExit } from './run-command.ts';

await runAndExit(process.argv.slice(2));
