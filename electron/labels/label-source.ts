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
  /** from 2 on it is printed once more, and says so */
  copy?: number;
  ServiceCode?: string;
  ShippingProvider?: string;
  recipient: LabelAddress;
  sender?: LabelAddress;
  weight?: number;
  weightUnit: string;
  custom?: string;
  skus: LabelSku[];
  box: number;
  boxes: number;
}
