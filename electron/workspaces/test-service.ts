import type { Output } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Desk } from '../threads/desk.ts';
import { unanswered } from './own-commands.ts';
import { targetNameOf, type Service } from './workspace-desk.ts';

/**
 * Asks a service for nothing that changes anything. The secret goes along that was typed for it just now, or else the one that is kept
 * for this very service; one that is kept for another never does. `gone`: what is answered where the desk that was asked went
 * to the other folder meanwhile; null while it is here.
 */
export async function testService(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  typed: string | null,
  gone: (desk: Desk) => { problem: Problem } | null,
): Promise<Output<'desk.testService'>> {
  try {
    return await askedOf(desk, secrets, service, typed);
  } catch (error) {
    const elsewhere = gone(desk);
    if (elsewhere === null || !unanswered.includes(problemOf(error).kind)) throw error;
    throw new ProblemError(elsewhere.problem);
  }
}

async function askedOf(
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
