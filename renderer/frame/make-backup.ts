import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';

let making = false;

/** Makes a backup in a folder that the person chooses where the host has a dialog, and says where it lies. */
export async function makeBackup(): Promise<void> {
  // a dialog of the host stands open, or a large folder is being copied
  if (making) return;
  making = true;
  const answer = await ask('backup.choose', {});
  making = false;
  if (!answer.ok) {
    const { problem } = answer;
    toasts.say(() => (problem.kind === 'bad-file' ? t().settings.backupNotWritten : sayProblem(problem)), 'no');
  } else if (answer.value.made) {
    const { made } = answer.value;
    toasts.say(() => t().settings.backupMade(made));
  }
}
