import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import type { Hand } from './hand.ts';
import type { Page } from 'playwright';

/** One order that a person enters, from the key that opens its form to the one that saves it. */
export interface Flow {
  name: string;
  /** null if no goal is set */
  goal: { keystrokes: number; scans: number; seconds: number } | null;
  endpoint: CreateNumber;
  /** creates what exists before the flow starts; returns facts that the order gets from it */
  prepare?: (page: Page) => Promise<object>;
  work: (hand: Hand) => Promise<void>;
  /** the flow saves outside a form, and so its save time is not measured */
  elsewhere?: true;
  /** what must arrive, in addition to the result of `prepare`, without a key that the desk assigned */
  arrives: object;
  /** path of the key that the desk assigns; empty if the person enters it */
  ownKey: readonly string[];
}

export async function open(hand: Hand, keys: string): Promise<void> {
  hand.think();
  await hand.press(keys);
  await hand.page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
}

/** Reviews the order and saves it. */
export async function save(hand: Hand): Promise<void> {
  hand.think();
  await hand.press('Control+Enter');
}

/** Finds a recipient by two letters and takes the first suggestion; the focus moves to `next`. */
export async function takeRecipient(hand: Hand, next: string): Promise<void> {
  await hand.type('zo');
  await hand.page.locator('[id$="-addresses"] [role=option]').first().waitFor();
  hand.think();
  await hand.press('ArrowDown');
  await hand.press('Enter');
  await hand.cursorIn(next);
}

/** Finds goods by two letters of the name, takes the first suggestion and enters the quantity. */
export async function takeGoods(hand: Hand, letters: string, Sku: string, list: string): Promise<void> {
  await hand.type(letters);
  await hand.page.locator('[role=option]', { hasText: Sku }).first().waitFor();
  hand.think();
  await hand.press('ArrowDown');
  await hand.press('Enter');
  await hand.cursorIn(`${list}[0].Quantity`);
  await hand.type('1');
}

/** Scans one item; `filled` is a field that the desk fills in, and its text. */
export async function scanGoods(hand: Hand, Sku: string, filled: readonly [path: string, text: string]): Promise<void> {
  await hand.scan(Sku);
  await hand.shows(...filled);
}

/** Presses Enter in fields that keep their values. */
export async function past(hand: Hand, ...fields: string[]): Promise<void> {
  for (const next of fields) {
    await hand.press('Enter');
    await hand.cursorIn(next);
  }
}

/** Types values one after another, with Enter between them. */
export async function typeAll(hand: Hand, ...texts: string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await hand.press('Enter');
    await hand.type(text);
  }
}

/**
 * Opens the newest order that was refused for its service from any screen, enters another service and sends the order.
 */
export async function correctService(hand: Hand): Promise<void> {
  hand.think();
  await hand.press('F4');
  await hand.cursorIn('Package.ServiceCode');
  await hand.type('exp');
  await save(hand);
}
