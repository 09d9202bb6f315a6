import { availableParallelism } from 'node:os';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm run check`: what is held without running the product, as many parts at a time as there are cores and the longest first. All
// are run, so that one look tells all that is wrong.
const write = (text: string) => void process.stdout.write(text);

const parts = ['lint', 'screens', 'types:tests', 'lint:types', 'form', 'types', 'walls'].map((part) =>
  script(part, `check:${part}`),
);
const ended = await runStages(parts, availableParallelism(), write);
write(`\n${summaryOf(ended)}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
