import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { leavesOf, putLeaf, readPath } from '../../shared/path/path.ts';
import type { Step } from './type-order.ts';

/** What is typed into a form, and how it changes the body: `value` at `path`; undefined removes the field. */
export interface TypedChange {
  steps: readonly Step[];
  path: string;
  value: unknown;
}

interface Mended {
  endpoint: CreateNumber;
  /** the field for which the service refuses the order at first; its text in the fixture is right */
  field: string;
  /** changed in the correction besides that field; `noted`: the value shown as sent before, and at which field */
  besides: TypedChange & { noted: readonly [field: string, sent: string] };
  /** changed in the copy that replaces the order */
  replacing: TypedChange;
  /**
   * a text field that can make the practice service fail: after it accepted the order or, for 8, in its answer;
   * undefined if the create has none
   */
  remark?: string;
}

const noted = (change: TypedChange, sent: string, field = change.path) => ({
  ...change,
  noted: [field, sent] as const,
});
const typed = (to: string, type: string, value: unknown = type, path = to.replaceAll('[]', '[0]')): TypedChange => ({
  steps: [{ to, type }],
  path,
  value,
});
const pressed = (to: string, press: string, path: string, value: unknown): TypedChange => ({
  steps: [{ to, press }],
  path,
  value,
});

/** How each of the nine creates is refused, corrected and replaced, in fields of every depth. */
export const mendedCreates: readonly Mended[] = [
  {
    endpoint: 2,
    field: 'Package.ShipToAddress.Phone',
    besides: noted(pressed('SubmitLater', 'Space', 'SubmitLater', undefined), 'Yes'),
    replacing: typed('Package.Skus[].Quantity', '3', 3),
    remark: 'Package.Remark',
  },
  {
    endpoint: 1,
    field: 'Package.Skus[0].HsCodeCN',
    besides: noted(pressed('Package.IsHazmat', 'y', 'Package.IsHazmat', true), 'No'),
    replacing: typed('Package.ShipToAddress.Street1', '6 Main St'),
    remark: 'Package.Remark',
  },
  {
    endpoint: 6,
    field: 'ContainerInfos[3].SkuInfos[0].MaterialCN',
    besides: noted(typed('ContainerInfos[].Weight', '1.2', 1.2, 'ContainerInfos[3].Weight'), '1.1'),
    replacing: typed('VatCode', 'DE999'),
    remark: 'Remark',
  },
  {
    endpoint: 7,
    field: 'Skus[0].Brand',
    besides: noted(typed('Weight', '650', 650), '640'),
    replacing: typed('Skus[].DeclareValue', '1.8', 1.8),
  },
  {
    endpoint: 10,
    field: 'Package.RefInboundOrderInfo.RefInboundOrderMappings[0].StorageNo',
    besides: noted(typed('Package.Skus[].Price', '8.75', 8.75), '8.5'),
    replacing: typed('ShipmentDeadline', '2026-12-02 18:00'),
    remark: 'Remark',
  },
  {
    endpoint: 8,
    field: 'BoxDetails[1].BoxType',
    besides: noted(
      pressed('IsPallet', 'ArrowUp', 'PalletDetails', undefined),
      'Palletized as listed below',
      'IsPallet',
    ),
    replacing: typed('Priority', '1', 1),
    remark: 'Remark',
  },
  {
    endpoint: 9,
    field: 'ReferenceId',
    besides: noted(typed('ContainerInfos[].SkuInfos[].Quantity', '9', 9), '8'),
    replacing: typed('WarehouseCode', 'LAX9'),
    remark: 'Custom',
  },
  {
    endpoint: 4,
    field: 'Containers[0].Skus[0].ProductDetails[0].DeclareNameCN',
    besides: noted(typed('PlanArriveDate', '2026-12-27T08:00:00+08:00'), '2026-12-24T08:00:00+08:00'),
    replacing: typed('Containers[].Skus[].Quantity', '21', 21),
  },
  {
    endpoint: 15,
    field: 'CustomStorageNo',
    besides: noted(typed('Weight', '310', 310), '300'),
    replacing: typed('ProductName', 'Mug, dark blue'),
  },
];

/** A copy of a body with this value at a path; undefined removes the field. */
export function changed(body: unknown, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  putLeaf(copy, readPath(path), value);
  return JSON.parse(JSON.stringify(copy)) as Record<string, unknown>;
}

/** The text at a path of a body; empty if there is none. */
export function textAt(body: unknown, path: string): string {
  const leaf = new Map(leavesOf(body)).get(path);
  return typeof leaf === 'string' ? leaf : '';
}
