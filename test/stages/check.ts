import { runStages, script, summaryOf } from './run-stages.ts';
import { availableParallelism } from 'node:os';

// `npm run check` runs all checks that do not run the product, as many in parallel as there are cores, the longest
// first. It runs all of them even if one fails, so that a single run shows all that is wrong.
const write = (text: string) => void process.stdout.write(text);

const parts = ['lint', 'screens', 'types:tests', 'lint:types', 'form', 'types', 'walls'].map((part) =>
  script(part, `check:${part}`),
);
const ended = await runStages(parts, availableParallelism(), write);
write(`\n${summaryOf(ended)}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
