import type { Approval } from '../../shared/contract/rights-procedures.ts';
import type { Problem } from '../../shared/contract/problem.ts';

interface Question {
  problem: Problem;
  answer: (approval: Approval | null) => void;
}

/** PINs that are asked for, one after the other: a page may have several acts under way. */
class ApprovalQuestions {
  #waiting = $state.raw<readonly Question[]>([]);

  get first(): Question | null {
    return this.#waiting[0] ?? null;
  }

  ask = (problem: Problem): Promise<Approval | null> =>
    new Promise((resolve) => {
      const question: Question = {
        problem,
        answer: (approval) => {
          this.#waiting = this.#waiting.filter((other) => other !== question);
          resolve(approval);
        },
      };
      this.#waiting = [...this.#waiting, question];
    });
}

export const approvalQuestions = new ApprovalQuestions();
