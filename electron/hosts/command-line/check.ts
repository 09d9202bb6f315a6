import { checkRequest } from '../../../shared/service/check-request.ts';
import type { Command } from './command.ts';
import { readRequests } from './read-requests.ts';

/** Checks requests from standard input against the contract, one answer per line; needs no data folder. */
export const check: Command = {
  summary: 'checks requests from standard input, one JSON object a line',
  usage: '',
  options: {},
  argumentCount: [0, 0],
  async run(_args, { input, print, stop }) {
    let hasRefusal = false;
    for await (const line of readRequests(input)) {
      if (stop.aborted) break;
      const answer = 'issue' in line ? { ok: false, issues: [line.issue] } : checkRequest(line.request);
      hasRefusal ||= !answer.ok;
      await print(answer);
    }
    return hasRefusal ? 2 : 0;
  },
};
