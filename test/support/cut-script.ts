/**
 * Returns the first `count` + 1 statements of a script; null if it has no more than `count`. A trigger is one
 * statement, up to its END.
 */
export function firstStatements(sql: string, count: number): string | null {
  const statements: string[] = [];
  let statement = '';
  // Tokens are quoted texts and names, comments, and otherwise single characters.
  for (const [token] of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$|[^]/gm)) {
    if (token.startsWith('--')) continue;
    statement += token;
    if (token !== ';') continue;
    const inTrigger = /^\s*CREATE\s+TRIGGER/i.test(statement) && !/\bEND\s*;$/i.test(statement);
    if (inTrigger) continue;
    statements.push(statement);
    statement = '';
  }
  return count >= statements.length ? null : statements.slice(0, count + 1).join('\n');
}
