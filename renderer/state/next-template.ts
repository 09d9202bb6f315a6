import type { NamedTemplate } from '../../shared/contract/memory-procedures.ts';
import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { route } from './route.svelte.ts';
import { scanHandlers } from './scan-handlers.ts';

/** What the next form begins with. No part of its address: who comes back to a form has what was typed in it. */
let next: NamedTemplate | null = null;

/** Begins a form with a template that was named: the form on show where it is of this kind, else its own, which is gone to. */
export function beginWith(templates: readonly NamedTemplate[]): void {
  const [likeliest] = templates;
  const kind = likeliest && kindOfEndpoint(likeliest.endpoint);
  if (!kind || scanHandlers.takeTemplate(templates)) return;
  next = likeliest;
  route.go(kind);
}

/** The template that a new form of this kind was gone to with; once. */
export function takeNext(endpoint: number): NamedTemplate | null {
  const taken = next;
  next = null;
  return taken?.endpoint === endpoint ? taken : null;
}
