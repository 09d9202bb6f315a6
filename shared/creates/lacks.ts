/**
 * `recipient`: no name; `country`: no country; `address`: neither city nor street on a label; `goods`: no goods, boxes
 * or containers.
 */
export const lacks = ['recipient', 'country', 'address', 'goods'] as const;
export type Lack = (typeof lacks)[number];
