import type * as z from 'zod';
import { number, record, request, text } from './field.ts';

/** Shared object Money. The document marks neither part required. */
export const money = request({ Value: number(), Currency: text() }).partial();

/** "Money-without-currency": only its Value. */
export const moneyWithoutCurrency = money.pick({ Value: true });

/** An amount in pricing replies, where the value is called Amount. */
export const amount = record({ Currency: text(), Amount: number() });

/** Shared object ShippingCost: its Money is a number, with a separate Currency. */
export const shippingCost = record({
  Money: number(),
  Currency: text(),
  Type: text({ seen: ['None'] }),
  Remark: text(),
});

export type Money = z.infer<typeof money>;
export type ShippingCost = z.infer<typeof shippingCost>;
