import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { CustomSize } from '../../shared/printing/label-sizes.ts';

/** An address as the service names its parts; an absent part and an empty one mean the same. */
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
 * All that a label says. `provisional` is IsFinalTrackingNumber === false; `weight` is printed with `weightUnit` as given, nothing
 * is converted; `box` of `boxes` counts from 1. Email is never printed: anyone can read a parcel.
 */
export interface LabelSource {
  PackageId: string;
  TrackingNumber: string;
  provisional: boolean;
  practice: boolean;
  /** the order has no number yet: the label tells the parcel, and is replaced by the one with its number */
  numberless?: boolean;
  /** from 2 on it is printed once more, and says so */
  copy?: number;
  ServiceCode?: string;
  ShippingProvider?: string;
  recipient: LabelAddress;
  sender?: LabelAddress;
  weight?: number;
  weightUnit: string;
  custom?: string;
  /** how large it is; left out: as usual */
  customSize?: CustomSize;
  skus: LabelSku[];
  /** of who sends, `logoDots` to the millimetre */
  logo?: Bitmap;
  /** what the desk puts on each label beside: which desk it is, who prints, and when, as it is to be read */
  printed?: { desk: string; operator: string; at: string };
  box: number;
  boxes: number;
}
