import { endAsCommand } from './end-as-command.ts';

await endAsCommand(process.argv.slice(2));
