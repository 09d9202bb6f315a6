/**
 * What a statement is given, as an expression of it. Where SQLite plans by the value of a bare parameter (of a LIMIT, or one that is held
 * against an index), it plans the statement anew at each question, which takes several times as long as the question itself.
 */
export const givenNumber = (parameter = '?'): string => `(${parameter} + 0)`;
export const givenText = (parameter = '?'): string => `(${parameter} || '')`;
