import type { Output } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Desk } from '../threads/desk.ts';
import { closedDeskProblems } from './own-commands.ts';
import { targetNameOf, type Service } from './workspace-desk.ts';

/**
 * Sends a service a request that changes nothing. The secret just entered goes along, or else the one stored for this
 * very service; one stored for another never does. The last parameter gives the answer if the desk switched to the
 * other folder meanwhile, and null while it has not.
 */
export async function testService(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  typed: string | null,
  answerIfSwitched: (desk: Desk) => { problem: Problem } | null,
): Promise<Output<'desk.testService'>> {
  try {
    return await sendTestRequest(desk, secrets, service, typed);
  } catch (error) {
    const elsewhere = answerIfSwitched(desk);
    if (elsewhere === null || !closedDeskProblems.includes(problemOf(error).kind)) throw error;
    throw new ProblemError(elsewhere.problem);
  }
}

async function sendTestRequest(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  typed: string | null,
): Promise<Output<'desk.testService'>> {
  const { headerName } = await desk.ask('settings.get', {});
  const value = typed ?? (await secrets.read(targetNameOf(service)));
  const secret = value !== null && headerName !== '' ? { secret: { name: headerName, value } } : {};
  return desk.ask('service.try', { service: service.address, account: service.account, ...secret });
}
