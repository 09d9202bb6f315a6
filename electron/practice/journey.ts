import { isSelected } from './service-numbers.ts';

/** Times of the steps of a parcel's journey, in moments since its first tracking number. */
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

/** Description of a step, and whether it happens at the origin or at the destination. */
interface StepDescription {
  TrackingStatus: string;
  SubTrackingStatus: string;
  location: 'origin' | 'destination';
  en: string;
  zh: string;
}

export const steps: Readonly<Record<Step, StepDescription>> = {
  announced: {
    TrackingStatus: 'InfoReceived',
    SubTrackingStatus: 'InfoReceived',
    location: 'origin',
    en: 'The parcel has been announced',
    zh: '已收到包裹信息',
  },
  received: {
    TrackingStatus: 'InTransit',
    SubTrackingStatus: 'PickedUp',
    location: 'origin',
    en: 'Received at the warehouse',
    zh: '仓库已收货',
  },
  departed: {
    TrackingStatus: 'InTransit',
    SubTrackingStatus: 'Departed',
    location: 'origin',
    en: 'Left the country of origin',
    zh: '已离开始发国',
  },
  arrived: {
    TrackingStatus: 'InTransit',
    SubTrackingStatus: 'Arrived',
    location: 'destination',
    en: 'Arrived in the country of destination',
    zh: '已到达目的国',
  },
  missed: {
    TrackingStatus: 'Exception',
    SubTrackingStatus: 'RecipientNotHome',
    location: 'destination',
    en: 'Nobody was at home; delivery will be tried again',
    zh: '收件人不在家，将再次派送',
  },
  outForDelivery: {
    TrackingStatus: 'OutForDelivery',
    SubTrackingStatus: 'OutForDelivery',
    location: 'destination',
    en: 'Out for delivery',
    zh: '派送中',
  },
  delivered: {
    TrackingStatus: 'Delivered',
    SubTrackingStatus: 'Delivered',
    location: 'destination',
    en: 'Delivered',
    zh: '已妥投',
  },
};

/** The steps of a parcel, in order; for a few, the first delivery fails because the recipient is not at home. */
export function stepsOf(key: string): Step[] {
  const allSteps = Object.keys(milestones) as Step[];
  return isSelected('missed', key, 12) ? allSteps : allSteps.filter((step) => step !== 'missed');
}
