import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { CustomSize } from '../../../shared/printing/label-sizes.ts';

/** An address with the service's field names; absent and empty parts are equivalent. */
export interface LabelAddress {
  Contact?: string;
  Phone?: string;
  Email?: string;
  Country?: string;
  Province?: string;
  City?: string;
  District?: string;
  Street1?: string;
  Street2?: string;
  HouseNumber?: string;
  Postcode?: string;
}

export interface LabelSku {
  Sku?: string;
  Quantity?: number;
  DeclareNameEn?: string;
  DeclareNameCn?: string;
}

/**
 * Everything printed on a label. `provisional` is IsFinalTrackingNumber === false; `weight` is printed with
 * `weightUnit` unconverted; `box` of `boxes` counts from 1. Email is never printed: anyone can read a parcel.
 */
export interface LabelSource {
  PackageId: string;
  TrackingNumber: string;
  provisional: boolean;
  practice: boolean;
  /** the order has no tracking number yet: this label identifies the parcel until the final label replaces it */
  lacksNumber?: boolean;
  /** 2 and above: a reprint, which is marked on it; omitted: 1 */
  copy?: number;
  ServiceCode?: string;
  ShippingProvider?: string;
  recipient: LabelAddress;
  sender?: LabelAddress;
  weight?: number;
  weightUnit: string;
  custom?: string;
  /** text size of `custom`; omitted: `usual` */
  customSize?: CustomSize;
  skus: LabelSku[];
  /** logo of the sender, with `logoDotsPerMm` dots per millimetre */
  logo?: Bitmap;
  /** the desk's line on the label: its name, the operator, and the time as text */
  printed?: { desk: string; operator: string; printedAt: string };
  box: number;
  boxes: number;
}
