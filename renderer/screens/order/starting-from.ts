import { bodyToBeginWith } from '../../../shared/creates/begin-with.ts';
import type { NamedTemplate } from '../../../shared/contract/memory-procedures.ts';
import { askAgain } from '../../forms/ask-again.ts';
import type { BegunFrom } from '../../forms/asked-fields.svelte.ts';
import { pathAfterFocus } from '../../forms/field-focus.ts';
import type { CommandHandlers } from '../../keys/acts.svelte.ts';
import { announceScan } from '../../scan/announce-scan.ts';
import { bufferKeys } from '../../scan/buffer-keys.ts';
import { choices } from '../../state/choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import type { OrderTask } from './order-task.svelte.ts';

const whose = ({ form }: OrderTask) => ({
  endpoint: form.endpoint,
  ...(choices.operator !== '' && { operator: choices.operator }),
});

/** Begins a new entry from the operator's last one of its kind; false where there is none. */
async function sameAsLast(task: OrderTask): Promise<boolean> {
  const answer = await ask('entries.last', whose(task));
  const last = answer.ok ? answer.value.last : null;
  if (!answer.ok) toasts.say(() => sayProblem(answer.problem), 'no');
  else if (!last) toasts.say(() => t().filling.noLast, 'ask');
  else return start(task, last.request.body, 'carried');
  return false;
}

/** Begins a new entry from one that is chosen, whatever became of it. */
export async function likeEntry(task: OrderTask, id: string): Promise<void> {
  const answer = await ask('entries.get', { id });
  if (!answer.ok) toasts.say(() => sayProblem(answer.problem), 'no');
  else if (answer.value.endpoint === task.form.endpoint) await start(task, answer.value.request.body, 'carried');
}

export type GoTo = (path: string) => Promise<true>;

/** Begins a new entry from a template, with the cursor in its first field; does nothing where it was forgotten meanwhile. */
export const fromTemplate = (task: OrderTask, template: NamedTemplate, goTo: GoTo): Promise<void> =>
  bufferKeys(async () => (await useTemplate(task, template, quietly)) && goTo(task.firstPath));

/** The same of a template that a scan or a search named, in the form on show: it is heard, too. */
export const fromScanned = (task: OrderTask, template: NamedTemplate, goTo: GoTo): Promise<void> =>
  bufferKeys(async () => (await fromNamed(task, template)) && goTo(task.firstPath));

/** Fills a form that is being made ready from a template that a scan or a search named. */
export const fromNamed = (task: OrderTask, template: NamedTemplate): Promise<boolean> =>
  useTemplate(task, template, announceScan);

type Tell = typeof announceScan;
const tones = { accepted: 'done', unknown: 'ask', warning: 'ask', error: 'no' } as const;
const quietly: Tell = (outcome, text) => toasts.say(text, tones[outcome]);

async function useTemplate(task: OrderTask, { id, name }: NamedTemplate, tell: Tell): Promise<boolean> {
  // what is not used is not counted
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

// what somebody typed is never written over
async function start(task: OrderTask, body: unknown, origin: BegunFrom, tell: Tell = quietly): Promise<boolean> {
  const changing = await ask('entries.changing', whose(task));
  const given = bodyToBeginWith(task.form.endpoint, body);
  // the field with the cursor is left now, not when it holds what nobody looked at
  const here = document.activeElement;
  if (here instanceof HTMLElement) here.blur();
  if (!task.form.hasTyped) {
    task.lastSave.over();
    fill(task, given, origin, changing.ok ? changing.value.fields : []);
    return true;
  }
  if (here instanceof HTMLElement) here.focus();
  return refuse(tell);
}

/** Puts what another entry may pass on of its body into the form, marked as such, and asks again for what is `changing`. */
function fill({ form, beginning }: OrderTask, body: unknown, origin: BegunFrom, changing: string[]): void {
  form.start(body);
  form.origins.markAll(origin);
  form.goods.known();
  beginning.fill();
  askAgain(form, origin, changing);
}

function refuse(tell: Tell): false {
  tell('warning', () => t().filling.halfTyped);
  return false;
}

/** The next field, after the one with the cursor, that still stands as it was carried over. */
function nextCarried(task: OrderTask): string | undefined {
  const paths = task.form.origins.unconfirmed.filter((path) => document.getElementById(`field-${path}`));
  return pathAfterFocus(paths);
}

/** Acts that begin a new form from what is there already. */
export const startingHandlers = (
  task: OrderTask,
  goTo: GoTo,
  open: (dialog: 'templates' | 'save-template') => void,
): CommandHandlers => ({
  'same-as-last': () => bufferKeys(async () => (await sameAsLast(task)) && goTo(task.firstPath)),
  'next-carried': () => goTo(nextCarried(task) ?? task.firstPath),
  'use-template': () => open('templates'),
  'save-template': () => open('save-template'),
});
