import { fbaOrder as contract } from '../service/fba-order.ts';
import { goodsInBoxes, onBoxes } from './boxes.ts';
import { ofBoxes } from './changes.ts';
import { usual, type CreateRecord } from './create-record.ts';
import { boxes } from './form/box-fields.ts';

/** Endpoint 9. */
export const fbaOrder = {
  ...usual,
  number: 9,
  kind: 'fba-order',
  plural: 'FBA orders',
  name: 'createFbaOrder',
  title: 'Create FBA order',
  path: '/v1/fbaOrder',
  body: contract,
  key: { kind: 'PackageId', path: ['PackageId'] },
  // "through a status endpoint", without saying which.
  outcome: [18, 16],
  goods: goodsInBoxes,
  sense: { goods: ['ContainerInfos'] },
  advice: onBoxes,
  changes: ['ShipmentId', 'ReferenceId', ...ofBoxes],
  priced: { by: 14, boxes: 'ContainerInfos' },
  form: {
    first: [
      {
        name: 'order',
        fields: ['PackageId', 'ServiceCode', 'Location', 'WarehouseCode', 'ShipmentId', 'ReferenceId'],
      },
    ],
    choices: [],
    lists: [boxes],
    folded: [{ name: 'handling', fields: ['Custom', 'VatCode', 'Remark'] }],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
