/**
 * Hides a parameter's value from SQLite's query planner. If SQLite plans by the value of a bare parameter (of a LIMIT,
 * or compared with an index), it replans the statement at each execution, which takes several times as long as the
 * query.
 */
export const opaqueIntParam = (parameter = '?'): string => `(${parameter} + 0)`;
export const opaqueTextParam = (parameter = '?'): string => `(${parameter} || '')`;
