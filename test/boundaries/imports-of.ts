import ts from 'typescript';

/** Script blocks of a Svelte file and the `import(…)` calls in its markup; the whole text of any other file. */
function scriptsOf(path: string, text: string): string {
  if (!path.endsWith('.svelte')) return text;
  const blocks = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  const loaded = [...text.matchAll(/\bimport\(\s*(['"])(.+?)\1\s*\)/g)].map((match) => `import('${match[2] ?? ''}');`);
  return [...blocks, ...loaded].join('\n');
}

/** All import specifiers of a source file as written: static, dynamic, re-exported, required, type-only. */
export function importsOf(path: string, text: string): string[] {
  const found = ts.preProcessFile(scriptsOf(path, text), true, true).importedFiles.map((file) => file.fileName);
  return [...new Set(found)];
}

const timers = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'];
const members = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'AbortSignal.timeout',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]);

/** Uses of the system clock, random numbers and timers in a source file, as `line: use`. */
export function clocksIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const tell = (node: ts.Node, what: string) =>
    found.push(`${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}: ${what}`);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const what = node.getText(file).replace(/^globalThis\./, '');
      if (members.has(what) || (timers.includes(what) && node.getText(file) !== what)) tell(node, what);
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === 'Date' && !node.arguments?.length) {
      tell(node, 'new Date()');
    } else if (ts.isCallExpression(node) && timers.includes(node.expression.getText(file))) {
      if (!isDeclaredHere(file, node.expression.getText(file))) tell(node, node.expression.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const name of importsOf(path, text)) if (/^(node:)?timers(\/|$)/.test(name)) found.push(`imports ${name}`);
  return found;
}

/** A parameter or variable with a timer's name is an injected timer. */
function isDeclaredHere(file: ts.SourceFile, name: string): boolean {
  let declared = false;
  const visit = (node: ts.Node): void => {
    if (
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) &&
      node.name.getText(file) === name
    )
      declared = true;
    if (!declared) ts.forEachChild(node, visit);
  };
  visit(file);
  return declared;
}
