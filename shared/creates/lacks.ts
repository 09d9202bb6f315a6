/** `recipient`: who gets it, `country`: where, `address`: neither city nor street on a label, `goods`: what, boxes and containers included. */
export const lacks = ['recipient', 'country', 'address', 'goods'] as const;
export type Lack = (typeof lacks)[number];
