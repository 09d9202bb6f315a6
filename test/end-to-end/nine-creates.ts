import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { batchOfSinglePieces, batchOutboundOrder } from './fixtures/batch-outbound-order.ts';
import { boxOrder } from './fixtures/box-order.ts';
import { declaration } from './fixtures/declaration.ts';
import { dropShipOrder } from './fixtures/drop-ship-order.ts';
import { fbaOrder } from './fixtures/fba-order.ts';
import { inboundOrder } from './fixtures/inbound-order.ts';
import { labelOrder } from './fixtures/label-order.ts';
import { outboundOrder } from './fixtures/outbound-order.ts';
import { sku } from './fixtures/sku.ts';
import type { Step } from './type-order.ts';

interface Typed {
  title: string;
  endpoint: CreateNumber;
  /** the key that opens the form */
  open: string;
  firstField: string;
  steps: readonly Step[];
  /** what must arrive at the service */
  sent: unknown;
}

const to = (path: string, type: string): Step => ({ to: path, type });
const pressed = (path: string, press: string): Step => ({ to: path, press });

/** What a person types for each create, in the order the form asks; `''` goes past a field. */
export const nineCreates: readonly Typed[] = [
  {
    title: 'label order',
    endpoint: 2,
    open: 'F2',
    firstField: 'Package.PackageId',
    sent: labelOrder,
    steps: [
      ...['LBL-1001', 'EXP-EU', '1250.5'],
      ...['王小明', '+46 70 123 45 67', 'SE', '', 'Göteborg', '411 01', 'Storgatan 1'],
      ...['MUG-1', '2', 'Mug', '杯子', '4.2', '300', '691110'],
      ...['PEN-1', '1', 'Pen', '', '1', '20', ''],
      { press: 'ArrowUp' },
      { press: 'ArrowUp' },
      to('Package.Skus[].MaterialEN', 'Ceramic'),
      to('Package.Skus[].NewDeclareValue.Value', '4.5'),
      to('Package.Skus[].NewDeclareValue.Currency', 'EUR'),
      to('Package.ShipToAddress.HouseNumber', '4B'),
      to('Package.ShipToAddress.TaxId', 'SE556677'),
      to('Package.Sender.Contact', 'Li Na'),
      to('Package.Sender.Country', 'CN'),
      to('Package.Sender.Street1', 'Tianhe Road 5'),
      to('Package.Length', '30'),
      to('Package.ExportsInfo.EoriCode', 'CN123'),
      to('Package.ExportsInfo.Company', 'Desk Trading'),
      to('Package.SellPrice', '12.5'),
      to('Package.SellPriceCurrency', 'EUR'),
      to('Package.Duty.Value', '1.25'),
      to('Package.Duty.Currency', 'EUR'),
      pressed('Package.IsCreateNewOrder', 'Space'),
      to('Location', 'GZ-01'),
      { to: 'Package.Remark', type: 'fragile' },
      to('Remark', 'call before delivery'),
      pressed('SubmitLater', 'Space'),
    ],
  },
  {
    title: 'drop-ship order',
    endpoint: 1,
    open: 'Alt+Shift+Digit2',
    firstField: 'Package.PackageId',
    sent: dropShipOrder,
    steps: [
      ...['DSO-2001', 'DIRECT-US', '0.85'],
      ...['Ann Lee', '212 555 0100', 'US', 'NY', 'New York', '10001', '5 Main St'],
      ...['LAMP-9', '1', 'Lamp', '台灯', '19.99', '0.8', '940520'],
      { press: 'ArrowUp' },
      to('Package.Skus[].UnitOfMeasure', 'PCS'),
      to('Package.Skus[].CIFDeclareValue.Value', '21.5'),
      to('Package.Skus[].HsCodeCN', '9405200090'),
      to('Package.Skus[].Asin', 'B000TEST01'),
      to('Package.PlatformOrderNo', 'PO-77'),
      to('Package.PlatformPaymentNo', 'PAY-78'),
      pressed('Package.IsSignature', 'y'),
      to('Package.SignatureType', 'Adult'),
      pressed('Package.IsHazmat', 'n'),
      to('Package.ShipToAddress.District', 'Manhattan'),
      to('Package.ShipToAddress.Department', 'Goods in'),
      to('Package.ShipToAddress.ShortAddress', 'NYC-5'),
      to('Package.WeightUnit', 'kg'),
      to('Package.DeclareMode', '9610'),
    ],
  },
  {
    title: 'order with boxes, three of them equal',
    endpoint: 6,
    open: 'Alt+Shift+Digit3',
    firstField: 'PackageId',
    sent: boxOrder,
    steps: [
      ...['BOX-3001', 'SEA-DE', 'GZ-01'],
      ...['Max Muster', '+49 30 901820', 'DE', '', 'Berlin', '10178', 'Rathausstraße 15'],
      ...['B01', '2.6', '40', '30', '20'],
      ...['TEE-M', '12', 'T-shirt', 'T恤', '3.5', '0.2', ''],
      // two more like it, from within the box
      { press: 'Alt+Shift+KeyB' },
      '2',
      { press: 'Alt+KeyI' },
      ...['B04', '1.1', '', '', ''],
      ...['CAP-1', '5', '', '', '', '', ''],
      ...['CAP-2', '6'],
      pressed('ContainerInfos[].SkuInfos[].Charged', 'y'),
      to('ContainerInfos[].SkuInfos[].Sku', 'CAP-2'),
      { press: 'ArrowUp' },
      pressed('ContainerInfos[].SkuInfos[].Charged', 'n'),
      to('ContainerInfos[].SkuInfos[].MaterialCN', '棉'),
      to('ShipperInfo.Contact', 'Li Na'),
      to('ShipperInfo.Department', 'Export'),
      to('Custom', 'Halle 3'),
    ],
  },
  {
    title: 'declaration',
    endpoint: 7,
    open: 'Alt+Shift+Digit4',
    firstField: 'PackageId',
    sent: declaration,
    steps: [
      ...['DEC-4001', 'LX000000001CN', '640'],
      ...['Zoé Durand', '+33 1 40 20 50 50', 'FR', '', 'Paris', '75001', '99 rue de Rivoli'],
      ...['CASE-7', '4', 'Phone case', '手机壳', '1.75', '40', '392690'],
      { press: 'ArrowUp' },
      to('Skus[].Brand', 'none'),
      to('Skus[].FreightDeclareValue.Value', '0.5'),
      to('Length', '20.25'),
      to('IOSS', 'IM3720000224'),
    ],
  },
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
      to('Package.ImportLabel2', 'JVBERi0xLjQ='),
      to('Package.RefInboundOrderInfo.ShipmentId', 'INB-8001'),
      to('Package.RefInboundOrderInfo.RefInboundOrderMappings[].CustomContainerNo', 'K1'),
      ...['ST-1', 'MUG-3'],
      to('ShipmentDeadline', '2026-12-01 18:00'),
      pressed('SubmitLater', 'Space'),
    ],
  },
  {
    title: 'batch outbound order with boxes and pallets as given',
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
