import ts from 'typescript';

/**
 * Returns the script blocks of a Svelte file and the `import(…)` calls in its markup; the whole text of any other file.
 */
function scriptsOf(path: string, text: string): string {
  if (!path.endsWith('.svelte')) return text;
  const blocks = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  const dynamicImports = [...text.matchAll(/\bimport\(\s*(['"])(.+?)\1\s*\)/g)].map(
    (match) => `import('${match[2] ?? ''}');`,
  );
  return [...blocks, ...dynamicImports].join('\n');
}

/** Returns all import specifiers of a source file as written: static, dynamic, re-exported, required and type-only. */
export function importsOf(path: string, text: string): string[] {
  const specifiers = ts.preProcessFile(scriptsOf(path, text), true, true).importedFiles.map((file) => file.fileName);
  return [...new Set(specifiers)];
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

/** Finds uses of the system clock, random numbers and timers in a source file, as `line: use`. */
export function clocksIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const uses: string[] = [];
  const report = (node: ts.Node, use: string) =>
    uses.push(`${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}: ${use}`);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const use = node.getText(file).replace(/^globalThis\./, '');
      if (members.has(use) || (timers.includes(use) && node.getText(file) !== use)) report(node, use);
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === 'Date' && !node.arguments?.length) {
      report(node, 'new Date()');
    } else if (ts.isCallExpression(node) && timers.includes(node.expression.getText(file))) {
      if (!isDeclaredHere(file, node.expression.getText(file))) report(node, node.expression.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const name of importsOf(path, text)) if (/^(node:)?timers(\/|$)/.test(name)) uses.push(`imports ${name}`);
  return uses;
}

/** Whether the file declares a parameter or variable with the name of a timer, which is then an injected timer. */
function isDeclaredHere(file: ts.SourceFile, name: string): boolean {
  let isDeclared = false;
  const visit = (node: ts.Node): void => {
    if (
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) &&
      node.name.getText(file) === name
    )
      isDeclared = true;
    if (!isDeclared) ts.forEachChild(node, visit);
  };
  visit(file);
  return isDeclared;
}
