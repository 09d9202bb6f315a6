import type { Breach, Doubt, Legal, Part, Request, RuleName } from './request-case.ts';

export const legal = (why: string, request: Request): Legal => ({ why, request });

export const breach = (rule: RuleName, part: Part, path: string, why: string, request: unknown): Breach => ({
  rule,
  in: part,
  path,
  why,
  request,
});

/** A doubt we read as no breach; a refusal, which reads it otherwise, may point at these paths. */
export const readAsLegal = (why: string, reading: string, request: Request, part: Part, ...paths: string[]): Doubt => ({
  why,
  reading,
  expected: 'accepted',
  places: paths.map((path) => ({ in: part, path })),
  request,
});

/** A doubt we read as a breach at one of the paths. */
export const readAsBreach = (
  why: string,
  reading: string,
  request: Request,
  part: Part,
  ...paths: string[]
): Doubt => ({
  ...readAsLegal(why, reading, request, part, ...paths),
  expected: 'refused',
});
