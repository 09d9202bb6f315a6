import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import { choices } from '../choices/choices.svelte.ts';
import { kindOf } from '../forms/form-fields.ts';
import type { ActionHandlers } from '../keys/actions.svelte.ts';
import { overlay } from '../state/overlay.svelte.ts';
import { route } from '../state/route.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { allScreens } from './screen-records.ts';

function switchLanguage(): void {
  choices.set({ language: choices.language === 'en' ? 'zh-CN' : 'en' });
}

function switchTheme(): void {
  const isDark =
    choices.theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choices.theme === 'dark';
  choices.set({ theme: isDark ? 'light' : 'dark' });
}

/** Asks the desk to try all waiting entries now; the badge shows the result. */
async function syncNow(): Promise<void> {
  const answer = await ask('sync.now', {});
  if (!answer.ok) toasts.show(() => sayProblem(answer.problem), 'no');
}

/** Id of the entry that the last F4 opened. The next F4 continues from it, whether it was corrected or not. */
let lastOpenedRefused: string | undefined;

/** Opens the newest refused entry, which the user remembers best; each repeat opens the one before it. */
async function openNextRefused(): Promise<void> {
  const [task, form] = route.segments;
  const id = task === 'mend' ? form : task === lastOpenedRefused ? task : undefined;
  const currentEntry = id === undefined ? undefined : await ask('entries.get', { id });
  const seq = currentEntry?.ok ? currentEntry.value.seq : undefined;
  const [previousEntry, newestEntry] = await Promise.all([
    seq === undefined ? undefined : findRefusedBefore(seq),
    findRefusedBefore(undefined),
  ]);
  const nextEntry = previousEntry ?? newestEntry;
  if (nextEntry === undefined) {
    toasts.show(() => t().outbox.noRefused);
    return;
  }
  lastOpenedRefused = nextEntry.id;
  const kind = kindOf(nextEntry.endpoint);
  if (kind) route.go(kind, 'mend', nextEntry.id);
}

async function findRefusedBefore(seq: number | undefined): Promise<EntryRow | undefined> {
  const page = await ask('entries.page', { list: 'refused', limit: 1, ...(seq !== undefined && { before: seq }) });
  return page.ok ? page.value.rows[0] : undefined;
}

function focusSearch(): void {
  const field = document.getElementById('find');
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

/** The actions that open a screen. */
const screenHandlers: ActionHandlers = Object.fromEntries(
  allScreens.flatMap(([screen, { actions, onopen }]) =>
    actions.map((act) => [
      act,
      () => {
        route.go(screen);
        onopen?.();
      },
    ]),
  ),
);

/** Actions available over a dialog too: a user who cannot read the dialog can switch the language. */
export const globalActionHandlers: ActionHandlers = { 'switch-language': switchLanguage };

/** Actions available on every screen. */
export const frameActionHandlers: ActionHandlers = {
  ...screenHandlers,
  find: focusSearch,
  'mend-next': openNextRefused,
  palette: () => (overlay.shown = 'palette'),
  'show-keys': () => (overlay.shown = 'keys'),
  'switch-theme': switchTheme,
  'service-names': () => choices.set({ serviceNames: !choices.serviceNames }),
  'key-caps': () => choices.set({ keyCaps: !choices.keyCaps }),
  'set-operator': () => (overlay.shown = 'operator'),
  'sync-now': syncNow,
  'make-backup': makeBackup,
  'make-support-file': () => (overlay.shown = 'support'),
};

let isMakingBackup = false;

/** Makes a backup, in a folder the user chooses if the host has a dialog, and reports where it is. */
async function makeBackup(): Promise<void> {
  // The host's dialog is open, or a large folder is being copied.
  if (isMakingBackup) return;
  isMakingBackup = true;
  const answer = await ask('backup.choose', {});
  isMakingBackup = false;
  if (!answer.ok) {
    const { problem } = answer;
    toasts.show(() => (problem.kind === 'bad-file' ? t().settings.backupNotWritten : sayProblem(problem)), 'no');
  } else if (answer.value.made) {
    const { made } = answer.value;
    toasts.show(() => t().settings.backupMade(made));
  }
}
