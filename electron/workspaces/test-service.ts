import type { Output } from '../../shared/contract/desk-contract.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Desk } from '../threads/desk.ts';
import { targetNameOf, type Service } from './workspace-desk.ts';

/**
 * Asks a service for nothing that changes anything. The secret goes along that was typed for it just now, or else the one that is kept
 * for this very service; one that is kept for another never does.
 */
export async function testService(
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
