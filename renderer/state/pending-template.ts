import type { TemplateRef } from '../../shared/contract/memory-procedures.ts';
import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { route } from './route.svelte.ts';
import { scanHandlers } from './scan-handlers.ts';

/** Template for the next form. Not part of its address: a form the user returns to has its typed contents. */
let pendingTemplate: TemplateRef | null = null;

/** Starts a form with a scanned or chosen template: the current form if it is of this kind, else its own. */
export function startFromTemplate(templates: readonly TemplateRef[]): void {
  const [likeliest] = templates;
  const kind = likeliest && kindOfEndpoint(likeliest.endpoint);
  if (!kind || scanHandlers.takeTemplate(templates)) return;
  pendingTemplate = likeliest;
  route.go(kind);
}

/** Takes the template a new form of this kind was opened with. */
export function takePendingTemplate(endpoint: number): TemplateRef | null {
  const taken = pendingTemplate;
  pendingTemplate = null;
  return taken?.endpoint === endpoint ? taken : null;
}
