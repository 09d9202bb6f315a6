import type { ImportCellProblem } from '../../../shared/import/import-steps.ts';
import type { ImportQuestionCode } from '../../../shared/import/import-questions.ts';

/** One occurrence of a question, in the rows of one order. */
export interface QuestionOccurrence {
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

/** A person's answers: the choice by the id of the question. */
export type Answers = ReadonlyMap<string, string>;

/** Occurrences with the same id are one question, asked once for all rows with the same value in a column. */
export const questionId = ({ code, column, found }: Pick<QuestionOccurrence, 'code' | 'column' | 'found'>): string =>
  `${code} ${column ?? ''} ${found}`.slice(0, 400);

/** Collects the questions and notes about the rows of one order. `answers`: what a person has answered. */
export function rowQuestions(answers: Answers) {
  const openQuestions = new Map<string, QuestionOccurrence>();
  const notes: ImportCellProblem[] = [];
  const answerOf = (question: QuestionOccurrence): string | undefined => {
    const answer = answers.get(questionId(question));
    return answer !== undefined && question.choices.includes(answer) ? answer : undefined;
  };
  return {
    answerOf,
    /** Returns the answer; if there is none, adds the question to the open ones, for which the order waits. */
    ask(question: QuestionOccurrence): string | undefined {
      const answer = answerOf(question);
      if (answer === undefined && !openQuestions.has(questionId(question)))
        openQuestions.set(questionId(question), question);
      return answer;
    },
    unanswered: (): QuestionOccurrence[] => [...openQuestions.values()],
    addNote: (note: ImportCellProblem): void => void notes.push(note),
    notes: (): ImportCellProblem[] => notes,
  };
}
export type RowQuestions = ReturnType<typeof rowQuestions>;
