import type { TemplateRef } from '../../../shared/contract/memory-procedures.ts';
import { bodyForNextEntry } from '../../../shared/creates/reusable-body.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { pathAfterFocus } from '../../forms/field-focus.ts';
import type { FormSource } from '../../forms/fields-to-reconfirm.svelte.ts';
import { markFieldsToReconfirm } from '../../forms/mark-fields-to-reconfirm.ts';
import type { ActionHandlers } from '../../keys/actions.svelte.ts';
import { bufferKeys } from '../../scan/buffer-keys.ts';
import { announceScan } from '../../state/announce-scan.ts';
import { command } from '../../state/commands.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import type { OrderTask } from './order-task.svelte.ts';

const lastEntryQuery = ({ form }: OrderTask) => ({
  endpoint: form.endpoint,
  ...(choices.operator !== '' && { operator: choices.operator }),
});

/** Begins a new entry from the operator's last one of its kind; false if there is none. */
async function startFromLast(task: OrderTask): Promise<boolean> {
  const answer = await ask('entries.last', lastEntryQuery(task));
  const last = answer.ok ? answer.value.last : null;
  if (!answer.ok) toasts.show(() => sayProblem(answer.problem), 'no');
  else if (!last) toasts.show(() => t().filling.noLast, 'ask');
  else return startForm(task, last.request.body, 'carried');
  return false;
}

/** Begins a new entry from an existing one in any state. */
export async function startFromEntry(task: OrderTask, id: string): Promise<void> {
  const answer = await ask('entries.get', { id });
  if (!answer.ok) toasts.show(() => sayProblem(answer.problem), 'no');
  else if (answer.value.endpoint === task.form.endpoint) await startForm(task, answer.value.request.body, 'carried');
}

export type GoTo = (path: string) => Promise<true>;

/** Begins a new entry from a template, with the cursor in its first field; does nothing if it was deleted meanwhile. */
export const startFromTemplate = (task: OrderTask, template: TemplateRef, goTo: GoTo): Promise<void> =>
  bufferKeys(async () => (await useTemplate(task, template, announceByToast)) && goTo(task.firstPath));

/** Begins a new entry in the open form from a template found by a scan or search, with a sound. */
export const startFromScannedTemplate = (task: OrderTask, template: TemplateRef, goTo: GoTo): Promise<void> =>
  bufferKeys(async () => (await fillFromTemplate(task, template)) && goTo(task.firstPath));

/** Fills a form that is being opened from a template found by a scan or search. */
export const fillFromTemplate = (task: OrderTask, template: TemplateRef): Promise<boolean> =>
  useTemplate(task, template, announceScan);

type Announce = typeof announceScan;
const tones = { accepted: 'done', unknown: 'ask', warning: 'ask', error: 'no' } as const;
const announceByToast: Announce = (outcome, text) => toasts.show(text, tones[outcome]);

async function useTemplate(task: OrderTask, { id, name }: TemplateRef, announce: Announce): Promise<boolean> {
  // refuse first, because the call counts a use of the template
  if (task.form.hasTyped) return refuseHalfTyped(announce);
  const answer = await command('templates.use', `${id}`, { id });
  if (!answer.ok) {
    announce('error', () => sayProblem(answer.problem));
    return false;
  }
  const hasStarted = await startForm(task, answer.value.request.body, 'template', announce);
  if (hasStarted) announce('accepted', () => t().filling.begunFrom({ name }));
  return hasStarted;
}

// typed input is never overwritten
async function startForm(
  task: OrderTask,
  body: unknown,
  origin: FormSource,
  announce: Announce = announceByToast,
): Promise<boolean> {
  const changing = await ask('entries.changing', lastEntryQuery(task));
  const initialBody = bodyForNextEntry(task.form.endpoint, body);
  // blur now, so that leaving the field does not confirm a carried-over value
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
  if (!task.form.hasTyped) {
    task.saveCooldown.end();
    fillForm(task, initialBody, origin, changing.ok ? changing.value.fields : []);
    return true;
  }
  if (focused instanceof HTMLElement) focused.focus();
  return refuseHalfTyped(announce);
}

/**
 * Fills the form with the reusable part of another body, marked as carried over, and asks for the `changing` fields
 * again.
 */
function fillForm({ form, defaults }: OrderTask, body: unknown, origin: FormSource, changing: string[]): void {
  form.startFrom(body);
  form.origins.setOriginOfAll(origin);
  form.goodsAutofill.markLookedUp();
  defaults.fillEmptyFields();
  markFieldsToReconfirm(form, origin, changing);
}

function refuseHalfTyped(announce: Announce): false {
  announce('warning', () => t().filling.halfTyped);
  return false;
}

/** The next field after the cursor that still has an unconfirmed carried-over value. */
function nextCarriedOverPath(task: OrderTask): string | undefined {
  const paths = task.form.origins.pathsToReview.filter((path) => document.getElementById(`field-${path}`));
  return pathAfterFocus(paths);
}

/** Handlers of the actions that begin a form from existing data. */
export const createStartHandlers = (
  task: OrderTask,
  goTo: GoTo,
  openDialog: (dialog: 'templates' | 'save-template') => void,
): ActionHandlers => ({
  'same-as-last': () => bufferKeys(async () => (await startFromLast(task)) && goTo(task.firstPath)),
  'next-carried': () => goTo(nextCarriedOverPath(task) ?? task.firstPath),
  'use-template': () => openDialog('templates'),
  'save-template': () => openDialog('save-template'),
});
