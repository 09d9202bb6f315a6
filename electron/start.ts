import { processSurroundings } from './command-line/surroundings.ts';
import { runCommand } from './command-line/run-command.ts';
import { tour } from './command-line/tour.ts';

// `npm start`: the tour, until there is a window to open.
const around = processSurroundings();
const exit = await runCommand(
  { tour },
  ['tour', ...process.argv.slice(2)],
  around,
  (text) => void process.stdout.write(text),
);
around.output.write('', () => process.exit(exit));
