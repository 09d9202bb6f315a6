import type * as z from 'zod';
import { shipToAddress } from './address.ts';
import { boxContainer } from './box-container.ts';
import { list, request, text } from './field.ts';
import { sender } from './parties.ts';

// An empty PackageId satisfies length 0-50 and the pattern; the desk refuses it as a key (desk-key.ts). The uniqueness
// of CustomerId+PackageId cannot be checked in one request.
export const uniquePackageId = text({
  maxLength: 50,
  pattern: /^[a-zA-Z0-9\-_]*$/,
  form: 'only letters A-Z and a-z, digits, - and _',
});

/** Endpoint 6, Create drop-ship order with boxes. */
export const boxOrder = request({
  PackageId: uniquePackageId,
  Location: text({ maxLength: 20 }),
  ServiceCode: text({ maxLength: 30 }),
  ContainerInfos: list(boxContainer),
  ShipToAddress: shipToAddress,
  ShipperInfo: sender.optional(),
  Custom: text({ maxLength: 1000 }).optional(),
  VatCode: text().optional(),
  Remark: text({ maxLength: 1000 }).optional(),
});

export type BoxOrder = z.infer<typeof boxOrder>;
