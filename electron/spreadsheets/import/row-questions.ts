import type { ImportCellProblem } from '../../../shared/import/import-steps.ts';
import type { ImportQuestionCode } from '../../../shared/import/import-questions.ts';

/** One occurrence of a question, in the rows of one order. */
export interface Asked {
  code: ImportQuestionCode;
  row: number;
  column: number | null;
  /** as in mappings */
  path: string | null;
  found: string;
  choices: readonly string[];
  params: Record<string, string | number>;
  message: string;
}

/** Answers of a person: the choice by the question's id. */
export type Answers = ReadonlyMap<string, string>;

/** Occurrences with one id are one question: what is asked about a value is asked once for all its rows. */
export const idOf = ({ code, column, found }: Pick<Asked, 'code' | 'column' | 'found'>): string =>
  `${code} ${column ?? ''} ${found}`.slice(0, 400);

/** Questions about the rows of one order, and what a person answered; and what is told of them. */
export function rowQuestions(answers: Answers) {
  const open = new Map<string, Asked>();
  const told: ImportCellProblem[] = [];
  const answerOf = (asked: Asked): string | undefined => {
    const answer = answers.get(idOf(asked));
    return answer !== undefined && asked.choices.includes(answer) ? answer : undefined;
  };
  return {
    answerOf,
    /** The answer; undefined if there is none yet: then the order waits for it. */
    ask(asked: Asked): string | undefined {
      const answer = answerOf(asked);
      if (answer === undefined && !open.has(idOf(asked))) open.set(idOf(asked), asked);
      return answer;
    },
    open: (): Asked[] => [...open.values()],
    tell: (note: ImportCellProblem): void => void told.push(note),
    told: (): ImportCellProblem[] => told,
  };
}
export type RowQuestions = ReturnType<typeof rowQuestions>;
