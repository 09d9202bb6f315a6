import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import type { Hand } from './hand.ts';
import type { Page } from 'playwright';

/** One order that a person enters, from the key that opens its form to the one that saves it. */
export interface Flow {
  name: string;
  /** null if no goal is set */
  goal: { keystrokes: number; scans: number; seconds: number } | null;
  endpoint: CreateNumber;
  /** creates what exists before the flow starts; returns facts that the order takes from it */
  prepare?: (page: Page) => Promise<object>;
  enterOrder: (hand: Hand) => Promise<void>;
  /** the flow does not save in a form, so its save time is not measured */
  savesOutsideForm?: true;
  /** body that must arrive, together with the result of `prepare` and without a key that the desk assigned */
  expectedBody: object;
  /** path of the key that the desk assigns; empty if the person enters it */
  assignedKeyPath: readonly string[];
}

export async function openForm(hand: Hand, keys: string): Promise<void> {
  hand.countMentalStep();
  await hand.press(keys);
  await hand.page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
}

/** Reviews the order and saves it. */
export async function saveOrder(hand: Hand): Promise<void> {
  hand.countMentalStep();
  await hand.press('Control+Enter');
}

/** Finds a recipient by two letters and takes the first suggestion; the focus then moves to `nextField`. */
export async function chooseRecipient(hand: Hand, nextField: string): Promise<void> {
  await hand.type('zo');
  await hand.page.locator('[id$="-addresses"] [role=option]').first().waitFor();
  hand.countMentalStep();
  await hand.press('ArrowDown');
  await hand.press('Enter');
  await hand.waitForFocus(nextField);
}

/** Finds goods by two letters of the name, takes the first suggestion and enters the quantity. */
export async function chooseGoods(hand: Hand, letters: string, Sku: string, list: string): Promise<void> {
  await hand.type(letters);
  await hand.page.locator('[role=option]', { hasText: Sku }).first().waitFor();
  hand.countMentalStep();
  await hand.press('ArrowDown');
  await hand.press('Enter');
  await hand.waitForFocus(`${list}[0].Quantity`);
  await hand.type('1');
}

/** Scans one item and waits until the desk has filled in the given field with the given text. */
export async function scanGoods(
  hand: Hand,
  Sku: string,
  filledField: readonly [path: string, text: string],
): Promise<void> {
  await hand.scan(Sku);
  await hand.waitForText(...filledField);
}

/** Presses Enter in fields whose values stay; each press moves the focus to the next of the given fields. */
export async function pressEnterThrough(hand: Hand, ...fields: string[]): Promise<void> {
  for (const nextField of fields) {
    await hand.press('Enter');
    await hand.waitForFocus(nextField);
  }
}

/** Types values one after another, with Enter between them. */
export async function typeAll(hand: Hand, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await hand.press('Enter');
    await hand.type(text);
  }
}

/**
 * From any screen, opens the newest order that was refused for its service, enters another service and sends the order.
 */
export async function correctService(hand: Hand): Promise<void> {
  hand.countMentalStep();
  await hand.press('F4');
  await hand.waitForFocus('Package.ServiceCode');
  await hand.type('exp');
  await saveOrder(hand);
}
