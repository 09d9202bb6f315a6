import { fbaOrder as contract } from '../service/box-order.ts';
import { boxGoodsPaths, boxAdvice } from './advice-rules.ts';
import { changingBoxFields, createDefaults, type CreateRecord } from './create-record.ts';
import { boxes } from './form/form-fields.ts';

/** Endpoint 9. */
export const fbaOrder = {
  ...createDefaults,
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
  goods: boxGoodsPaths,
  neededFields: { goods: ['ContainerInfos'] },
  advice: boxAdvice,
  varyingFields: ['ShipmentId', 'ReferenceId', ...changingBoxFields],
  pricing: { endpoint: 14, boxes: 'ContainerInfos' },
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
