import type { NamedTemplate } from '../../shared/contract/memory-procedures.ts';
import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { route } from './route.svelte.ts';
import { scanHandlers } from './scan-handlers.ts';

/** Template for the next form. Not part of its address: a form the user returns to has its typed contents. */
let next: NamedTemplate | null = null;

/** Starts a form with a scanned or chosen template: the current form if it is of this kind, else its own. */
export function beginWith(templates: readonly NamedTemplate[]): void {
  const [likeliest] = templates;
  const kind = likeliest && kindOfEndpoint(likeliest.endpoint);
  if (!kind || scanHandlers.takeTemplate(templates)) return;
  next = likeliest;
  route.go(kind);
}

/** Takes the template a new form of this kind was opened with. */
export function takeNext(endpoint: number): NamedTemplate | null {
  const taken = next;
  next = null;
  return taken?.endpoint === endpoint ? taken : null;
}
