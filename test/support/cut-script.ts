/**
 * Returns the first `count` + 1 statements of a script; null if it has no more than `count`. A trigger is one
 * statement, up to its END.
 */
export function cutAfter(sql: string, count: number): string | null {
  const statements: string[] = [];
  let held = '';
  // Pieces are quoted texts and names, comments, and otherwise single characters.
  for (const [piece] of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$|[^]/gm)) {
    if (piece.startsWith('--')) continue;
    held += piece;
    if (piece !== ';') continue;
    const inTrigger = /^\s*CREATE\s+TRIGGER/i.test(held) && !/\bEND\s*;$/i.test(held);
    if (inTrigger) continue;
    statements.push(held);
    held = '';
  }
  return count >= statements.length ? null : statements.slice(0, count + 1).join('\n');
}
