import { isSelected } from './service-numbers.ts';

/** Times of the steps of a parcel's journey, in moments after its first tracking number. */
export const milestones = {
  announced: 0,
  received: 3,
  departed: 6,
  arrived: 12,
  missed: 18,
  outForDelivery: 20,
  delivered: 24,
} as const;

export type Step = keyof typeof milestones;

/** Description of a step; `at`: whether it happens at the origin or at the destination. */
interface StepMeaning {
  TrackingStatus: string;
  SubTrackingStatus: string;
  at: 'origin' | 'destination';
  en: string;
  zh: string;
}

export const steps: Readonly<Record<Step, StepMeaning>> = {
  announced: {
    TrackingStatus: 'InfoReceived',
    SubTrackingStatus: 'InfoReceived',
    at: 'origin',
    en: 'The parcel has been announced',
    zh: '已收到包裹信息',
  },
  received: {
    TrackingStatus: 'InTransit',
    SubTrackingStatus: 'PickedUp',
    at: 'origin',
    en: 'Received at the warehouse',
    zh: '仓库已收货',
  },
  departed: {
    TrackingStatus: 'InTransit',
    SubTrackingStatus: 'Departed',
    at: 'origin',
    en: 'Left the country of origin',
    zh: '已离开始发国',
  },
  arrived: {
    TrackingStatus: 'InTransit',
    SubTrackingStatus: 'Arrived',
    at: 'destination',
    en: 'Arrived in the country of destination',
    zh: '已到达目的国',
  },
  missed: {
    TrackingStatus: 'Exception',
    SubTrackingStatus: 'RecipientNotHome',
    at: 'destination',
    en: 'Nobody was at home; delivery will be tried again',
    zh: '收件人不在家，将再次派送',
  },
  outForDelivery: {
    TrackingStatus: 'OutForDelivery',
    SubTrackingStatus: 'OutForDelivery',
    at: 'destination',
    en: 'Out for delivery',
    zh: '派送中',
  },
  delivered: {
    TrackingStatus: 'Delivered',
    SubTrackingStatus: 'Delivered',
    at: 'destination',
    en: 'Delivered',
    zh: '已妥投',
  },
};

/** The steps a parcel takes, in order; for a few, a first delivery fails because the recipient is not at home. */
export function stepsOf(key: string): Step[] {
  const all = Object.keys(milestones) as Step[];
  return isSelected('missed', key, 12) ? all : all.filter((step) => step !== 'missed');
}
