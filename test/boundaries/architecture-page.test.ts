import { drawingPattern, drawings, layers, page, parts, readParts } from './draw-architecture.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('the architecture page', () => {
  it.each(Object.entries(drawings))('shows the imports that the code has: %s', (name, drawImports) => {
    const [, , shownDrawing] = drawingPattern(name).exec(readFileSync(join(root, page), 'utf8')) ?? [];
    expect(shownDrawing).toBe(drawImports(root));
  });

  it('has a part for every file', () => expect(readParts(root, parts).filesWithoutPart).toEqual([]));

  it('has a layer for every file of the renderer, except the one that starts the page', () => {
    const rendererFiles = readParts(root, layers).filesWithoutPart.filter((path) => path.startsWith('renderer/'));
    expect(rendererFiles).toEqual(['renderer/main.ts']);
  });

  it('names a file and a function of it for each step of a call', () => {
    const [, table = ''] = /<!-- call -->([^]*)<!-- end of call -->/.exec(readFileSync(join(root, page), 'utf8')) ?? [];
    const steps = [...table.matchAll(/^\| .* \| `(?<file>[^`|]+)` \| `(?<name>[^`|]+)` \|$/gm)];
    expect(steps).toHaveLength(table.split('\n').filter((line) => line.startsWith('| ')).length - 2);
    expect(steps.length).toBeGreaterThan(10);
    const missing = steps.flatMap(({ groups: { file = '', name = '' } = {} }) =>
      functionsOfferedBy(join(root, file)).has(name) ? [] : [`${file} has no ${name}`],
    );
    expect(missing).toEqual([]);
  });
});

/**
 * Names that a file offers: the functions that it exports, the methods of the objects that they return, and what a
 * preload gives to its page. Functions inside an exported function count too, because the steps of a call are closures
 * over what the function shares.
 */
function functionsOfferedBy(path: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isFunction = (expression: ts.Node | undefined): boolean =>
      expression !== undefined && (ts.isArrowFunction(expression) || ts.isFunctionExpression(expression));
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name) names.add(node.name.getText());
    else if ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && isFunction(node.initializer))
      names.add(node.name.getText());
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  for (const statement of file.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported || ts.isExpressionStatement(statement)) visit(statement);
  }
  return names;
}
