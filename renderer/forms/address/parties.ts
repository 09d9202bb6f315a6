import { identityFields } from '../../../shared/creates/reusable-body.ts';
import { parentOf, relativeTo } from '../../../shared/path/path.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../../shared/service/endpoints.ts';
import { shipToAddress } from '../../../shared/service/shared-objects.ts';

/** A person with an address in a create's body: recipient, sender, exporter, importer. */
export interface Party {
  /** Path of the object: `Package.ShipToAddress`. */
  at: string;
  /** Names of its fields in the contract of this create; label orders have fewer. */
  fields: ReadonlySet<string>;
}

/** Fields that the address book stores of a recipient. */
export const bookFields = Object.keys(shipToAddress.shape).filter((name) => !identityFields.includes(name));

/** All parties of a create, the recipient first. */
export function partiesOf(endpoint: EndpointNumber): Party[] {
  const paths = describeFields(endpoint).map(({ path }) => path);
  const parties = paths
    .filter((path) => path.endsWith('.Street1'))
    .map(parentOf)
    .map((at) => {
      const fieldNames = paths.flatMap((path) => relativeTo(at, path) ?? []);
      return { at, fields: new Set(fieldNames) };
    });
  return parties.toSorted((one, other) => Number(isRecipient(other)) - Number(isRecipient(one)));
}

const isRecipient = ({ at }: Party): boolean => at.endsWith('ShipToAddress');
