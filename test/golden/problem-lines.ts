import type { readTypes } from './read-types.ts';
import ts from 'typescript';

type Types = ReturnType<typeof readTypes>;

/** Lists each kind of problem with its parameters, from every place in the program that creates one. */
export function problemLines({ program, checker, wordsOf }: Types, problemFunctions: readonly string[]): string[] {
  const paramsByKind = new Map<string, Map<string, Set<string>>>();
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || /\/(node_modules|test)\//.test(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && problemFunctions.includes(problemFunctionOf(node))) recordProblem(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...paramsByKind]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([kind, params]) => [
      `problem ${kind}`,
      ...[...params]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, values]) => `problem ${kind} ${name}: ${[...values].toSorted().join(' | ')}`),
    ]);

  function problemFunctionOf({ expression }: ts.CallExpression): string {
    const symbol = checker.getSymbolAtLocation(expression);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const sourceFile = target?.declarations?.[0]?.getSourceFile().fileName ?? '';
    return sourceFile.endsWith('/shared/contract/problem.ts') ? (target?.name ?? '') : '';
  }

  function recordProblem({ arguments: [kind, , params] }: ts.CallExpression): void {
    if (!kind) return;
    const type = checker.getTypeAtLocation(kind);
    for (const kindType of type.isUnion() ? type.types : [type]) {
      const name = kindType.isStringLiteral() ? kindType.value : 'any';
      const paramValues = paramsByKind.get(name) ?? new Map<string, Set<string>>();
      paramsByKind.set(name, paramValues);
      if (!params) continue;
      const paramsType = checker.getTypeAtLocation(params);
      for (const symbol of checker.getPropertiesOfType(paramsType)) {
        const values = paramValues.get(symbol.name) ?? new Set<string>();
        paramValues.set(symbol.name, values);
        literalsOf(params, symbol).forEach((text) => values.add(text));
      }
    }
  }

  function literalsOf(params: ts.Expression, symbol: ts.Symbol): string[] {
    const declaration = symbol.valueDeclaration;
    if (declaration && ts.isPropertyAssignment(declaration) && ts.isStringLiteral(declaration.initializer))
      return [`'${declaration.initializer.text}'`];
    return wordsOf(checker.getTypeOfSymbolAtLocation(symbol, params));
  }
}
