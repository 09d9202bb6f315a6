import type { Step } from './steps.ts';

export interface Answer {
  was: 'yes' | 'no' | 'skipped';
  /** what was seen instead, or why the step was skipped */
  note: string;
}

export interface Seen {
  version: string;
  /** year, month and day */
  today: string;
  machine: string;
  asked: readonly Step[];
  /** by the name of a step; a step that was not reached has no answer */
  answers: ReadonlyMap<string, Answer>;
}

/** A page for deciding on a release: first the failed steps, then the unseen ones, then those that passed. */
export function reportOf({ version, today, machine, asked, answers }: Seen): string {
  const of = (was: Answer['was'] | 'not come to') =>
    asked.filter(({ name }) => (answers.get(name)?.was ?? 'not come to') === was);
  const part = (title: string, some: readonly Step[]): string[] =>
    some.length === 0 ? [] : ['', `## ${title}`, '', ...some.map((step) => line(step, answers.get(step.name)))];
  return [
    `# Parcel Desk ${version} on a real PC, ${today}`,
    '',
    asLine(machine) || 'Nobody said on which machine.',
    ...part('Not as it should be', of('no')),
    ...part('Not looked at', [...of('skipped'), ...of('not come to')]),
    ...part('As it should be', of('yes')),
    '',
  ].join('\n');
}

const line = ({ name, see }: Step, answer: Answer | undefined): string =>
  answer === undefined || answer.was === 'yes' || answer.note === ''
    ? `- ${name}`
    : `- ${name}: ${asLine(answer.note)}${answer.was === 'no' ? ` (it should: ${see})` : ''}`;

const asLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
