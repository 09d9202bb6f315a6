import { createKinds } from '../../shared/creates/create-kinds.ts';

/** Every screen by its name in addresses. */
export const screens = [
  'today',
  'outbox',
  'new',
  ...createKinds,
  'import',
  'labels',
  'close',
  'handover',
  'tracking',
  'inventory',
  'skus',
  'orders',
  'prices',
  'settings',
  'memory',
  'operators',
  'log',
  'scanner',
] as const;
export type Screen = (typeof screens)[number];
