import { setTimeout as pass } from 'node:timers/promises';

/** Service settings as a person saves them, with this secret. */
export const savedService = (service: string, value: string) => ({
  service,
  account: '',
  settings: {},
  secret: { name: 'X-Key', value },
});

export async function until(what: () => boolean): Promise<void> {
  while (!what()) await pass(5);
}
