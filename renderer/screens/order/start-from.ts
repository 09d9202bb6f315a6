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
  else return start(task, last.request.body, 'carried');
  return false;
}

/** Begins a new entry from a chosen one, in whatever state it is. */
export async function startFromEntry(task: OrderTask, id: string): Promise<void> {
  const answer = await ask('entries.get', { id });
  if (!answer.ok) toasts.show(() => sayProblem(answer.problem), 'no');
  else if (answer.value.endpoint === task.form.endpoint) await start(task, answer.value.request.body, 'carried');
}

export type GoTo = (path: string) => Promise<true>;

/** Begins a new entry from a template, with the cursor in its first field; does nothing if it was deleted meanwhile. */
export const startFromTemplate = (task: OrderTask, template: TemplateRef, goTo: GoTo): Promise<void> =>
  bufferKeys(async () => (await useTemplate(task, template, announceSilently)) && goTo(task.firstPath));

/** The same for a template from a scan or search, in the form on screen, with a sound. */
export const startFromScannedTemplate = (task: OrderTask, template: TemplateRef, goTo: GoTo): Promise<void> =>
  bufferKeys(async () => (await fillFromTemplate(task, template)) && goTo(task.firstPath));

/** Fills a form while it opens, from a template from a scan or search. */
export const fillFromTemplate = (task: OrderTask, template: TemplateRef): Promise<boolean> =>
  useTemplate(task, template, announceScan);

type Announce = typeof announceScan;
const tones = { accepted: 'done', unknown: 'ask', warning: 'ask', error: 'no' } as const;
const announceSilently: Announce = (outcome, text) => toasts.show(text, tones[outcome]);

async function useTemplate(task: OrderTask, { id, name }: TemplateRef, tell: Announce): Promise<boolean> {
  // refuse first, because the call counts a use of the template
  if (task.form.hasTyped) return refuse(tell);
  const answer = await command('templates.use', `${id}`, { id });
  if (!answer.ok) {
    tell('error', () => sayProblem(answer.problem));
    return false;
  }
  const begun = await start(task, answer.value.request.body, 'template', tell);
  if (begun) tell('accepted', () => t().filling.begunFrom({ name }));
  return begun;
}

// typed input is never overwritten
async function start(
  task: OrderTask,
  body: unknown,
  origin: FormSource,
  tell: Announce = announceSilently,
): Promise<boolean> {
  const changing = await ask('entries.changing', lastEntryQuery(task));
  const initialBody = bodyForNextEntry(task.form.endpoint, body);
  // blur now, so that leaving the field does not confirm a carried-over value
  const here = document.activeElement;
  if (here instanceof HTMLElement) here.blur();
  if (!task.form.hasTyped) {
    task.saveCooldown.end();
    fill(task, initialBody, origin, changing.ok ? changing.value.fields : []);
    return true;
  }
  if (here instanceof HTMLElement) here.focus();
  return refuse(tell);
}

/**
 * Fills the form with the reusable part of another body, marked as carried over, and asks for the `changing` fields
 * again.
 */
function fill({ form, defaults }: OrderTask, body: unknown, origin: FormSource, changing: string[]): void {
  form.start(body);
  form.origins.markAll(origin);
  form.goods.markKnown();
  defaults.fill();
  markFieldsToReconfirm(form, origin, changing);
}

function refuse(tell: Announce): false {
  tell('warning', () => t().filling.halfTyped);
  return false;
}

/** The next field after the cursor that still has an unconfirmed carried-over value. */
function nextCarried(task: OrderTask): string | undefined {
  const paths = task.form.origins.pathsToReview.filter((path) => document.getElementById(`field-${path}`));
  return pathAfterFocus(paths);
}

/** Actions that begin a new form from existing data. */
export const startingHandlers = (
  task: OrderTask,
  goTo: GoTo,
  open: (dialog: 'templates' | 'save-template') => void,
): ActionHandlers => ({
  'same-as-last': () => bufferKeys(async () => (await startFromLast(task)) && goTo(task.firstPath)),
  'next-carried': () => goTo(nextCarried(task) ?? task.firstPath),
  'use-template': () => open('templates'),
  'save-template': () => open('save-template'),
});
