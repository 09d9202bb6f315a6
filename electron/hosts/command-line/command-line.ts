import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';
import { processContext } from './command-context.ts';

const around = processContext();
const exit = await runCommand(commands, process.argv.slice(2), around, (text) => void process.stdout.write(text));
// what is printed goes out before the process does
around.output.write('', () => process.exit(exit));
