import type { Problem } from '../../shared/contract/problem.ts';
import type { Approval } from '../../shared/contract/rights-procedures.ts';

interface ApprovalRequest {
  problem: Problem;
  answer: (approval: Approval | null) => void;
}

/** Queue of approval questions: several actions of a page may ask for a PIN at once. */
class ApprovalRequests {
  #waiting = $state.raw<readonly ApprovalRequest[]>([]);

  get first(): ApprovalRequest | null {
    return this.#waiting[0] ?? null;
  }

  ask = (problem: Problem): Promise<Approval | null> =>
    new Promise((resolve) => {
      const question: ApprovalRequest = {
        problem,
        answer: (approval) => {
          this.#waiting = this.#waiting.filter((other) => other !== question);
          resolve(approval);
        },
      };
      this.#waiting = [...this.#waiting, question];
    });
}

export const approvalRequests = new ApprovalRequests();
