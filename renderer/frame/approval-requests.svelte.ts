import type { Problem } from '../../shared/contract/problem.ts';
import type { Approval } from '../../shared/contract/rights-procedures.ts';

interface ApprovalRequest {
  problem: Problem;
  answer: (approval: Approval | null) => void;
}

/** Queue of approval questions: several actions of a page may ask for a PIN at once. */
class ApprovalRequests {
  #requests = $state.raw<readonly ApprovalRequest[]>([]);

  get current(): ApprovalRequest | null {
    return this.#requests[0] ?? null;
  }

  ask = (problem: Problem): Promise<Approval | null> =>
    new Promise((resolve) => {
      const request: ApprovalRequest = {
        problem,
        answer: (approval) => {
          this.#requests = this.#requests.filter((other) => other !== request);
          resolve(approval);
        },
      };
      this.#requests = [...this.#requests, request];
    });
}

export const approvalRequests = new ApprovalRequests();
