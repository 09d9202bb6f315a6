import type { readTypes } from './read-types.ts';
import ts from 'typescript';

type Types = ReturnType<typeof readTypes>;

/** Lists the lines that the benches print: bench, name and unit. `…` stands for a part that is computed at run time. */
export function benchLines({ program, checker }: Types): string[] {
  const lines = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.includes('/test/bench/') || source.fileName.endsWith('/figure.ts')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const unitIndex = { figure: 3, absolute: 3, ofRounds: 3, absoluteOfRounds: 3 }[node.expression.getText()];
        const [bench, name] = node.arguments;
        if (unitIndex !== undefined && bench && name)
          for (const text of textsOf(name)) lines.add(`${textsOf(bench).join()}: ${text}, ${unitOf(node, unitIndex)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...lines].toSorted();

  function unitOf(node: ts.CallExpression, index: number): string {
    const unit = node.arguments[index];
    return unit && ts.isStringLiteral(unit) ? unit.text : '…';
  }

  function textsOf(node: ts.Expression): string[] {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce<string[]>(
        (prefixes, { expression, literal }) =>
          prefixes.flatMap((text) => literals(expression).map((value) => `${text}${value}${literal.text}`)),
        [node.head.text],
      );
    }
    const literalTexts = literals(node);
    if (literalTexts[0] !== '…') return literalTexts;
    const symbol = checker.getSymbolAtLocation(node);
    const declaration = symbol?.valueDeclaration;
    return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
      ? textsOf(declaration.initializer)
      : literalTexts;
  }

  function literals(node: ts.Expression): string[] {
    const type = checker.getTypeAtLocation(node);
    const members = type.isUnion() ? type.types : [type];
    const values = members.flatMap((member) =>
      member.isStringLiteral() || member.isNumberLiteral() ? [`${member.value}`] : [],
    );
    return values.length === members.length ? values : ['…'];
  }
}
