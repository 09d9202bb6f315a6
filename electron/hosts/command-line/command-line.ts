import { runAndExit } from './end-as-command.ts';

await runAndExit(process.argv.slice(2));
