import { noWrongs } from './count-job.ts';
import { tellLabelStory, type LabelStory } from './label-story.ts';

/** Labels per story; each story has its own data folder. */
const ofOne = 500;

/**
 * Runs stories until this many labels are printed and prints a line for each, then the total. Returns 1 if there was
 * any violation.
 */
export async function runLabels(firstSeed: number, labels: number): Promise<0 | 1> {
  const stories: LabelStory[] = [];
  for (let done = 0; done < labels; done += ofOne) {
    const wanted = { labels: Math.min(ofOne, labels - done), jobOf: 100, killOneIn: 80 };
    const story = await tellLabelStory({ seed: firstSeed + stories.length, ...wanted });
    stories.push(story);
    process.stdout.write(`${JSON.stringify(story)}\n`);
  }
  const sum = (of: (story: LabelStory) => number): number => stories.reduce((whole, story) => whole + of(story), 0);
  const lists = Object.keys(noWrongs()) as (keyof ReturnType<typeof noWrongs>)[];
  const wrong = Object.fromEntries(lists.map((list) => [list, sum((story) => story[list].length)]));
  const counts = {
    labels: sum((story) => story.labels),
    jobs: sum(({ jobs }) => jobs),
    kills: sum(({ kills }) => kills),
    asked: sum(({ asked }) => asked),
    answered: sum(({ answered }) => answered),
    arrived: sum(({ arrived }) => arrived),
  };
  process.stdout.write(
    `${JSON.stringify({ ...counts, ...wrong, minutes: Math.round(sum(({ seconds }) => seconds) / 6) / 10 })}\n`,
  );
  return Object.values(wrong).some((count) => count > 0) ? 1 : 0;
}
