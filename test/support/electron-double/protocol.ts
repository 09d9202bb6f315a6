import type { CustomScheme } from 'electron';

type Handler = (request: Request) => Response | Promise<Response>;
export const handlers = new Map<string, Handler>();
export const privileged = new Set<string>();

export const protocol = {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    for (const { scheme } of schemes) privileged.add(scheme);
  },
  handle(scheme: string, handler: Handler): void {
    handlers.set(scheme, handler);
  },
};
