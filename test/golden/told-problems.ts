import type { readTypes } from './read-types.ts';
import ts from 'typescript';

type Types = ReturnType<typeof readTypes>;

/** Each kind of problem with its parameters, from every place in the program that creates it. */
export function toldProblems({ program, checker, wordsOf }: Types, makers: readonly string[]): string[] {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || /\/(node_modules|test)\//.test(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && makers.includes(madeBy(node))) note(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([kind, params]) => [
      `problem ${kind}`,
      ...[...params]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, values]) => `problem ${kind} ${name}: ${[...values].toSorted().join(' | ')}`),
    ]);

  function madeBy({ expression }: ts.CallExpression): string {
    const symbol = checker.getSymbolAtLocation(expression);
    const of = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const from = of?.declarations?.[0]?.getSourceFile().fileName ?? '';
    return from.endsWith('/shared/contract/problem.ts') ? (of?.name ?? '') : '';
  }

  function note({ arguments: [kind, , params] }: ts.CallExpression): void {
    if (!kind) return;
    const type = checker.getTypeAtLocation(kind);
    for (const one of type.isUnion() ? type.types : [type]) {
      const name = one.isStringLiteral() ? one.value : 'any';
      const known = found.get(name) ?? new Map<string, Set<string>>();
      found.set(name, known);
      if (!params) continue;
      const given = checker.getTypeAtLocation(params);
      for (const symbol of checker.getPropertiesOfType(given)) {
        const values = known.get(symbol.name) ?? new Set<string>();
        known.set(symbol.name, values);
        literalsOf(params, symbol).forEach((one) => values.add(one));
      }
    }
  }

  function literalsOf(params: ts.Expression, symbol: ts.Symbol): string[] {
    const at = symbol.valueDeclaration;
    if (at && ts.isPropertyAssignment(at) && ts.isStringLiteral(at.initializer)) return [`'${at.initializer.text}'`];
    return wordsOf(checker.getTypeOfSymbolAtLocation(symbol, params));
  }
}
