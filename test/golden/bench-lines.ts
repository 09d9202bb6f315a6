import type { readTypes } from './read-types.ts';
import ts from 'typescript';

type Types = ReturnType<typeof readTypes>;

/** The lines that the benches print: bench, name and unit. Parts computed at run time are `…`. */
export function benchLines({ program, checker }: Types): string[] {
  const lines = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.includes('/test/bench/') || source.fileName.endsWith('/figure.ts')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const unitAt = { figure: 3, absolute: 3, ofRounds: 3, absoluteOfRounds: 3 }[node.expression.getText()];
        const [bench, name] = node.arguments;
        if (unitAt !== undefined && bench && name)
          for (const text of textsOf(name)) lines.add(`${textsOf(bench).join()}: ${text}, ${unitOf(node, unitAt)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...lines].toSorted();

  function unitOf(node: ts.CallExpression, at: number): string {
    const unit = node.arguments[at];
    return unit && ts.isStringLiteral(unit) ? unit.text : '…';
  }

  function textsOf(node: ts.Expression): string[] {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce<string[]>(
        (before, { expression, literal }) =>
          before.flatMap((text) => literals(expression).map((value) => `${text}${value}${literal.text}`)),
        [node.head.text],
      );
    }
    const known = literals(node);
    if (known[0] !== '…') return known;
    const symbol = checker.getSymbolAtLocation(node);
    const declared = symbol?.valueDeclaration;
    return declared && ts.isVariableDeclaration(declared) && declared.initializer
      ? textsOf(declared.initializer)
      : known;
  }

  function literals(node: ts.Expression): string[] {
    const type = checker.getTypeAtLocation(node);
    const members = type.isUnion() ? type.types : [type];
    const values = members.flatMap((one) => (one.isStringLiteral() || one.isNumberLiteral() ? [`${one.value}`] : []));
    return values.length === members.length ? values : ['…'];
  }
}
