import type { Page } from 'playwright';
import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import type { Hand } from './hand.ts';

/** One order that a person enters, from the key that opens its form to the one that saves it. */
export interface Flow {
  name: string;
  /** null where the issue names none for it */
  goal: { keystrokes: number; scans: number; seconds: number } | null;
  endpoint: CreateNumber;
  /** makes what is there before the person comes; answers facts that the order will have from it */
  prepare?: (page: Page) => Promise<object>;
  work: (hand: Hand) => Promise<void>;
  /** saves in no form: how long that takes is not timed */
  elsewhere?: true;
  /** what must arrive beside what `prepare` answered, but for a key that the desk made */
  arrives: object;
  /** where the key stands that is the desk's own; empty where the person gave it */
  ownKey: readonly string[];
}

export async function open(hand: Hand, keys: string): Promise<void> {
  hand.think();
  await hand.press(keys);
  await hand.page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
}

/** Looks it over and saves it. */
export async function save(hand: Hand): Promise<void> {
  hand.think();
  await hand.press('Control+Enter');
}

/** Finds a recipient by two letters and takes the first that is offered; the cursor ends in `next`. */
export async function takeRecipient(hand: Hand, next: string): Promise<void> {
  await hand.type('zo');
  await hand.page.locator('[id$="-addresses"] [role=option]').first().waitFor();
  hand.think();
  await hand.press('ArrowDown');
  await hand.press('Enter');
  await hand.cursorIn(next);
}

/** Finds goods by two letters of a name, takes the first that is offered, and says how many. */
export async function takeGoods(hand: Hand, letters: string, Sku: string, list: string): Promise<void> {
  await hand.type(letters);
  await hand.page.locator('[role=option]', { hasText: Sku }).first().waitFor();
  hand.think();
  await hand.press('ArrowDown');
  await hand.press('Enter');
  await hand.cursorIn(`${list}[0].Quantity`);
  await hand.type('1');
}

/** Scans one piece; `filled`: a field that the desk fills in with this text. */
export async function scanGoods(hand: Hand, Sku: string, filled: readonly [path: string, text: string]): Promise<void> {
  await hand.scan(Sku);
  await hand.shows(...filled);
}

/** Enter past fields that stay as they are, and to the next. */
export async function past(hand: Hand, ...fields: string[]): Promise<void> {
  for (const next of fields) {
    await hand.press('Enter');
    await hand.cursorIn(next);
  }
}

/** Types values one after the other, with Enter between them. */
export async function typeAll(hand: Hand, ...texts: string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await hand.press('Enter');
    await hand.type(text);
  }
}

/** From anywhere to the newest order that was refused for its service: it is named anew, and the order sent. */
export async function correctService(hand: Hand): Promise<void> {
  hand.think();
  await hand.press('F4');
  await hand.cursorIn('Package.ServiceCode');
  await hand.type('exp');
  await save(hand);
}
