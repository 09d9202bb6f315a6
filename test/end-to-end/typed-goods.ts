import { batchOfSinglePieces, batchOutboundOrder } from './fixtures/batch-outbound-order.ts';
import { fbaOrder } from './fixtures/fba-order.ts';
import { inboundOrder } from './fixtures/inbound-order.ts';
import { outboundOrder } from './fixtures/outbound-order.ts';
import { sku } from './fixtures/sku.ts';
import { pressed, to, type TypedCreate } from './typed-create.ts';

/** Creates for goods in a warehouse or on the way to one. */
export const typedGoods: readonly TypedCreate[] = [
  {
    title: 'outbound order',
    endpoint: 10,
    open: 'Alt+Shift+Digit5',
    firstField: 'Package.PackageId',
    sent: outboundOrder,
    steps: [
      ...['OUT-7001', 'US-LA1', 'GROUND'],
      ...['Bob Ray', '503 555 0123', 'US', 'OR', 'Portland', '97201', '12 Oak St'],
      ...['MUG-3', '2', 'ST-1', 'Mug', '8.5', '691110'],
      ...['PEN-3', '3'],
      { press: 'ArrowUp' },
      to('Package.Skus[].FNSKU', 'X0001'),
      pressed('Package.PreSale', 'y'),
      to('Package.ImportLabel2', outboundOrder.Package.ImportLabel2),
      to('Package.RefInboundOrderInfo.ShipmentId', 'INB-8001'),
      to('Package.RefInboundOrderInfo.RefInboundOrderMappings[].CustomContainerNo', 'K1'),
      ...['ST-1', 'MUG-3'],
      to('ShipmentDeadline', '2026-12-01 18:00'),
      pressed('SubmitLater', 'Space'),
    ],
  },
  {
    title: 'batch outbound order with boxes and pallets listed',
    endpoint: 8,
    open: 'Alt+Shift+Digit6',
    firstField: 'CustomerOrderNo',
    sent: batchOutboundOrder,
    steps: [
      ...['BAT-5001', 'US-LA1', 'LTL'],
      ...['Dock 4', '909 555 0110', 'US', 'CA', 'Ontario', '91761', '4000 Hamner Ave'],
      { press: 'ArrowDown' },
      { press: 'ArrowDown' },
      '',
      { press: 'ArrowDown' },
      { press: 'ArrowDown' },
      { press: 'ArrowDown' },
      '',
      ...['TEE-M', 'ST-1', '24', 'TEE-L', '', '12', ''],
      // an empty line ends the goods; then the boxes, the second a copy of the first
      ...['C1', 'L', 'TEE-M', '', '12', 'TEE-L', '', '6'],
      { press: 'Alt+Shift+KeyB' },
      '1',
      to('PalletDetails[].PalletNo', 'P1'),
      ...['C1', '1', 'C2', '1'],
      to('SkuRelabelDetails[].OriginalSku', 'TEE-L'),
      ...['ST-2', 'ST-9', '12'],
      to('Priority', '2'),
    ],
  },
  {
    title: 'batch outbound order, each piece its own box',
    endpoint: 8,
    open: 'Alt+Shift+Digit6',
    firstField: 'CustomerOrderNo',
    sent: batchOfSinglePieces,
    steps: [
      ...['BAT-5002', 'US-LA1', 'LTL', 'Dock 4', '', 'US', '', '', '', ''],
      { press: 'ArrowUp' },
      '',
      { press: 'ArrowDown' },
      { press: 'ArrowDown' },
      '',
      ...['SOFA-1', '', '2'],
    ],
  },
  {
    title: 'FBA order',
    endpoint: 9,
    open: 'Alt+Shift+Digit7',
    firstField: 'PackageId',
    sent: fbaOrder,
    steps: [
      ...['FBA-6001', 'FBA-SEA', 'GZ-01', 'ONT8', 'FBA15ABCDEF', '7XYZ12AB'],
      ...['FBA15ABCDEFU001', '12.345', '60', '40', '40'],
      ...['KETTLE-2', '8', '', '', '9.9'],
      to('ContainerInfos[].SkuInfos[].ASINCode', 'B000TEST02'),
      pressed('ContainerInfos[].SkuInfos[].Charged', 'y'),
      to('VatCode', 'GB123456789'),
    ],
  },
  {
    title: 'inbound order',
    endpoint: 4,
    open: 'Alt+Shift+Digit8',
    firstField: 'ShipmentId',
    sent: inboundOrder,
    steps: [
      ...['INB-8001', 'US-LA1', 'Sea', '2026-12-24T08:00:00+08:00', 'GZ-01', 'two cartons'],
      ...['K1', '10.5', '50', '40', '30'],
      ...['MUG-2', '20', 'ST-1', '691110'],
      ...['Beaker', '大杯', '20', '4.2', '0.3'],
      to('Containers[].Skus[].ProductDetails[].SellingValue', '9'),
      // the last column starts the next line; an empty line ends the details, and starts the next SKU
      to('Containers[].Skus[].ProductDetails[].HsCode', ''),
      '',
      ...['PEN-2', '100', '', ''],
      // no details of the pen; no other SKU; so the next container
      ...['', ''],
      ...['K2', '3', '', '', '', 'PEN-2', '50'],
      to('VatNo', 'GB999'),
      pressed('SubmitLater', 'n'),
    ],
  },
  {
    title: 'SKU',
    endpoint: 15,
    open: 'Alt+Shift+Digit9',
    firstField: 'Sku',
    sent: sku,
    steps: [
      ...['MUG-4', 'Mug, blue', 'A blue mug of ceramic', '300', '12.5', '9', '10'],
      ...['Mug', '杯子', '4.2', '691110', 'Simple', 'GeneralCargo'],
      to('CustomStorageNo', 'MUGBLUE'),
      to('ProductAmountWarn', '10'),
      to('RealDeclareValue', '4.15'),
    ],
  },
];
