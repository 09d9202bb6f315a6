import type { TemplateRef } from '../../shared/contract/memory-procedures.ts';
import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { route } from './route.svelte.ts';
import { scanHandlers } from './scan-handlers.ts';

/**
 * Template for the next form. It is not part of the form's address: a form to which the user returns keeps its typed
 * contents.
 */
let pendingTemplate: TemplateRef | null = null;

/** Starts a form with a scanned or chosen template: the current form if it is of this kind, else its own. */
export function startFromTemplate(templates: readonly TemplateRef[]): void {
  const [likeliest] = templates;
  const kind = likeliest && kindOfEndpoint(likeliest.endpoint);
  if (!kind || scanHandlers.takeTemplate(templates)) return;
  pendingTemplate = likeliest;
  route.go(kind);
}

/** Returns the template with which a new form of this kind was opened, once; null if there is none. */
export function takePendingTemplate(endpoint: number): TemplateRef | null {
  const template = pendingTemplate;
  pendingTemplate = null;
  return template?.endpoint === endpoint ? template : null;
}
