import type { ScanMeaning } from '../../shared/contract/memory-procedures.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { hasLabel, createKinds } from '../../shared/creates/create-kinds.ts';
import { lastName } from '../../shared/path/path.ts';
import { isProductCode, readCode } from '../../shared/scan/read-code.ts';
import { focusNext } from '../forms/field-focus.ts';
import { actions } from '../keys/actions.svelte.ts';
import { actionOfCommand } from '../keys/key-table.ts';
import { printActions } from '../print/print-actions.svelte.ts';
import { announceScan } from '../state/announce-scan.ts';
import { operatorEntry } from '../state/operator-entry.svelte.ts';
import { overlay } from '../state/overlay.svelte.ts';
import { startFromTemplate } from '../state/pending-template.ts';
import { printJobs } from '../state/print-jobs.svelte.ts';
import { route } from '../state/route.svelte.ts';
import { scanHandlers } from '../state/scan-handlers.ts';
import { scanQuestion } from '../state/scan-question.svelte.ts';
import { format } from '../texts/format.svelte.ts';
import { t, sayProblem } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { firstKeyLabel } from '../ui/first-key-label.ts';
import { flushKeys } from './buffer-keys.ts';
import { textFieldOf, writeText } from './key-events.ts';
import type { DetectedScan } from './listen-for-keys.ts';
import { tick } from 'svelte';

/** Fields for a number printed on a label or a box; an order's own key is filled in by the form. */
const numberFields =
  /^field-.*(TrackingNumber|CustomContainerNo|StorageNo|RefOutboundOrderNo|RefInboundOrderInfo\.ShipmentId)$/;

/**
 * Handles a scan while the cursor is in an empty field for a parcel's number: writes the code there, whatever else it
 * means, and moves on as Enter does. False if the cursor is elsewhere.
 */
export function writeIntoNumberField(text: string): boolean {
  const field = textFieldOf(document.activeElement);
  if (!field || field.value !== '' || !numberFields.test(field.id)) return false;
  writeText(field, text);
  if (field.form) focusNext(field.form, field);
  announceScan('accepted', () => t().scan.filledIn({ text }));
  return true;
}

/** Whether the cursor is in the SKU of a line, so that an unknown code counts as a SKU. */
export function expectsGoods(): boolean {
  const { id = '' } = textFieldOf(document.activeElement) ?? {};
  return id.startsWith('field-') && id.includes('[') && lastName(id) === 'Sku';
}

/**
 * Opens the entry of a scanned number, the newest if several have it. A half-typed form is saved, so no confirmation is
 * needed. An outdated label sounds the error. The label of a replaced order must not be shipped: it sounds the error
 * and waits until the user has acknowledged it. `repeatedAfterMs`: time since the same code was scanned; null if it was
 * not.
 */
export async function openScannedEntry(
  { text, entries }: Extract<ScanMeaning, { is: 'entry' }>,
  repeatedAfterMs: number | null,
  now: number,
): Promise<void> {
  const [newest] = entries;
  if (!newest) return;
  const found = await ask('entries.get', { id: newest.id });
  if (!found.ok) {
    announceScan('error', () => `${text}: ${sayProblem(found.problem)}`);
    return;
  }
  const { key, replacedBy } = found.value;
  if (replacedBy !== null) {
    const replacement = await ask('entries.get', { id: replacedBy });
    const newKey = replacement.ok ? replacement.value.key : '';
    announceScan('error', () => t().scan.replaced({ key, by: newKey }));
    const answer = await scanQuestion.ask({ is: 'replaced', text, key, by: newKey, missedCodes: [] }, now);
    await tick();
    route.go('outbox', answer === 'yes' ? replacedBy : newest.id);
    return;
  }
  route.go('outbox', newest.id);
  // An outdated label must not be shipped; of an order that replaces another, the outdated label is that of the other.
  const progress = hasLabel(found.value.endpoint, found.value.request.body)
    ? await ask('print.way', { id: newest.id })
    : null;
  const stale = progress?.ok ? progress.value.stale : null;
  if (progress?.ok && progress.value.provisionalOut && text === key) {
    // A provisional label is replaced by the final one as soon as there is one.
    if (stale !== 'number-came') return announceScan('warning', () => t().scan.noNumberYet({ key }));
    if (progress.value.label === null && printJobs.printer !== null) {
      if (await printActions.startPrinting([newest.id])) announceScan('accepted', () => t().scan.finalLabel({ key }));
      return;
    }
  }
  if (stale !== null && stale !== 'replaces') announceScan('error', () => t().scan.stale[stale]({ key }));
  else if (repeatedAfterMs !== null)
    announceScan('warning', () =>
      t().scan.openedAgain({ key, ago: format.number(Math.round(repeatedAfterMs / 1000)) }),
    );
  else if (entries.length > 1)
    announceScan('accepted', () =>
      t().scan.openedOf({ key, count: format.number(entries.length), keys: firstKeyLabel('find-scan') }),
    );
  else announceScan('accepted', () => t().scan.opened({ key }));
}

/** A command scanned twice within this time (ms) is one scan that bounced. */
const commandBounceMs = 3000;

/** Handles scans on every screen, one after the other, in the order scanned. */
class ScanDispatcher {
  /** The last scan, to be written into a field or searched for. */
  lastScan = $state.raw('');
  /** The likeliest correction of a mistyped number. */
  correction = $state.raw<string | null>(null);
  #queue: Promise<void> = Promise.resolve();
  /** Code whose further scans count without a question. */
  #countingCode: string | null = null;

  /** `now`: ms of the keys' clock. */
  dispatch({ text, repeatedAfterMs }: Pick<DetectedScan, 'text' | 'repeatedAfterMs'>, now: number): void {
    if (text === '' || scanHandlers.interceptAll(text)) return;
    if (scanQuestion.handleScan(text, now)) return;
    this.lastScan = text;
    const processing = this.#queue.then(() => this.#process(text, repeatedAfterMs, now));
    // An error in one scan is reported and does not block the next.
    this.#queue = processing.catch((error: unknown) => {
      reportError(error);
      this.#announceProblem({ kind: 'internal', message: String(error) }, text);
    });
  }

  async #process(text: string, repeatedAfterMs: number | null, now: number): Promise<void> {
    // A form that is being saved or prepared handles the scan when it is ready.
    await flushKeys();
    this.correction = null;
    if (this.#countingCode !== text) this.#countingCode = null;
    const code = readCode(text);
    if (code.is === 'command') return this.#runCommand(code.command, text, repeatedAfterMs, now);
    if (code.is === 'badge') return switchByBadge(text);
    // A scan closes the palette and the key sheet.
    if (overlay.shown === 'palette' || overlay.shown === 'keys') {
      overlay.close();
      await tick();
    }
    const found = await ask('scan.find', { text: text.slice(0, 200) });
    if (!found.ok) this.#announceProblem(found.problem, text);
    else if (actions.isModal) announceScan('warning', () => t().scan.dialogOpen({ text }));
    else {
      await flushKeys();
      await this.#applyMeaning(found.value, text, repeatedAfterMs, now);
    }
  }

  async #applyMeaning(meaning: ScanMeaning, text: string, repeatedAfterMs: number | null, now: number): Promise<void> {
    if (writeIntoNumberField(text)) return;
    if (meaning.is === 'sku' || ((meaning.is === 'unknown' || meaning.is === 'template') && expectsGoods())) {
      // Without a count to add to, as in the next parcel, the same code is certainly another piece.
      if (scanHandlers.countsUp(meaning.text) && !(await this.#confirmRepeat(text, repeatedAfterMs, now))) return;
      if (scanHandlers.takeSku(meaning.text)) return;
    }
    if (meaning.is === 'sku') {
      // A half-typed form is saved, so no confirmation is needed.
      route.go('skus', meaning.Sku);
      announceScan('accepted', () => t().scan.skuShown({ text }));
    } else if (meaning.is === 'entry') {
      if (!offerToScreen(text, true)) await openScannedEntry(meaning, repeatedAfterMs, now);
    } else if (meaning.is === 'template') {
      // Screens that collect or look up numbers take the code; a form uses the template.
      if (!isForm() && offerToScreen(text, true)) return;
      startFromTemplate(meaning.templates);
      // Render the template's form before the next scan.
      await tick();
    } else if (meaning.is === 'mistyped') {
      this.correction = meaning.meant[0] ?? null;
      announceScan('warning', () =>
        t().scan.mistyped({ text, meant: meaning.meant.join(', '), keys: firstKeyLabel('open-meant') }),
      );
    } else if (offerToScreen(text, false)) return;
    else if (isProductCode(text))
      announceScan('unknown', () => t().scan.product({ text, write: firstKeyLabel('write-scan') }));
    else
      announceScan('unknown', () =>
        t().scan.unknown({ text, find: firstKeyLabel('find-scan'), write: firstKeyLabel('write-scan') }),
      );
  }

  async #runCommand(command: string, text: string, repeatedAfterMs: number | null, now: number): Promise<void> {
    const action = actionOfCommand(command);
    if (action === undefined) {
      announceScan('unknown', () => t().scan.noCommand({ text }));
      return;
    }
    if (actions.handlerFor(action) === undefined) {
      announceScan('warning', () => t().scan.notHere({ act: t().acts.name[action] }));
      return;
    }
    const isBounce = repeatedAfterMs !== null && repeatedAfterMs < commandBounceMs && !action.startsWith('go-');
    if (isBounce && !(await this.#confirmRepeat(text, repeatedAfterMs, now))) return;
    announceScan('accepted', () => t().acts.name[action]);
    actions.handlerFor(action)?.();
  }

  /**
   * Asks the user if a code was scanned twice in a row, so that nothing is counted twice by accident; false if the user
   * says no.
   */
  async #confirmRepeat(text: string, agoMs: number | null, now: number): Promise<boolean> {
    if (agoMs === null || this.#countingCode === text) return true;
    announceScan('warning', () => t().scan.again({ text }));
    const answer = await scanQuestion.ask({ is: 'again', text, agoMs }, now);
    // Wait until the question is closed and the focus is back.
    await tick();
    if (answer === 'all') this.#countingCode = text;
    return answer !== 'no';
  }

  #announceProblem(problem: Problem, text: string): void {
    announceScan('error', () => `${text}: ${sayProblem(problem)}`);
  }
}

/** Whether the current screen takes a number; announces it if the screen does not do so itself. */
function offerToScreen(text: string, isKnown: boolean): boolean {
  const result = scanHandlers.takeNumber(text, isKnown);
  if (result === true) announceScan('accepted', () => t().scan.filledIn({ text }));
  return result !== false;
}
const isForm = (): boolean => createKinds.some((kind) => kind === route.screen);

export const scanDispatcher = new ScanDispatcher();

/** Switches to the operator of a badge. If a PIN is required, opens the dialog that asks for it. */
async function switchByBadge(text: string): Promise<void> {
  const result = await operatorEntry.enterOperator(text);
  if (result.is === 'entered') {
    if (overlay.shown === 'operator') overlay.close();
    announceScan('accepted', () => t().operators.entered({ name: result.name }));
  } else if (result.is === 'pin-needed') {
    if (actions.isModal && overlay.shown !== 'operator') {
      announceScan('warning', () => t().scan.dialogOpen({ text }));
      return;
    }
    overlay.shown = 'operator';
    announceScan('warning', () => t().operators.pinNeeded);
  } else if (result.is === 'unknown') announceScan('unknown', () => t().operators.unknownBadge);
  else if (result.is === 'problem') announceScan('error', () => sayProblem(result.problem));
}
