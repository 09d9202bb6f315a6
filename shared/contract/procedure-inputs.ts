import { z } from 'zod';

export const nothing = z.strictObject({});

/** Of an entry. */
export const id = z.string().min(1).max(64);
export const ids = z.array(id).min(1).max(10_000);

/** Made by the screen, once per act of a person: a command whose id is known changes nothing and answers as before. */
export const commandId = z.string().min(8).max(64);

/** Who acts; empty where nobody said. */
export const operator = z.string().max(100).default('');

/** A request to the service, as a form gives it; not checked against the service's contract here. */
export const request = z.strictObject({
  endpoint: z.int(),
  path: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
});
