import ts from 'typescript';

/** One small mistake in a file: the text between two positions is replaced. */
export interface Mutation {
  from: number;
  to: number;
  text: string;
  /** from 1 */
  line: number;
}

const K = ts.SyntaxKind;

/** Operators that are easily confused. */
const operators = new Map<ts.SyntaxKind, readonly string[]>([
  [K.AmpersandAmpersandToken, ['||']],
  [K.BarBarToken, ['&&']],
  [K.QuestionQuestionToken, ['&&']],
  [K.EqualsEqualsEqualsToken, ['!==']],
  [K.ExclamationEqualsEqualsToken, ['===']],
  [K.EqualsEqualsToken, ['!=']],
  [K.ExclamationEqualsToken, ['==']],
  [K.LessThanToken, ['<=', '>=']],
  [K.LessThanEqualsToken, ['<', '>']],
  [K.GreaterThanToken, ['>=', '<=']],
  [K.GreaterThanEqualsToken, ['>', '<']],
  [K.PlusToken, ['-']],
  [K.MinusToken, ['+']],
  [K.AsteriskToken, ['/']],
  [K.SlashToken, ['*']],
  [K.PlusEqualsToken, ['-=']],
  [K.MinusEqualsToken, ['+=']],
]);

/** Methods and their opposites; an empty text removes the call. */
const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  filter: '',
  slice: '',
  sort: '',
  trim: '',
};

/** Methods that return booleans. */
const questions = new Set(['includes', 'has']);

/** All single mutations of a file: conditions, operators, calls and statements. Literals are left alone. */
export function mutationsOf(source: string): Mutation[] {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const note = (node: ts.Node, text: string, from = node.getStart(), to = node.end): void => {
    found.push({ from, to, text, line: file.getLineAndCharacterOfPosition(from).line + 1 });
  };
  const always = (test: ts.Expression): void => ['true', 'false'].forEach((value) => note(test, value));

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) ofOperator(node, note);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken)
      note(node, node.operand.getText());
    else if (ts.isConditionalExpression(node) || ts.isIfStatement(node))
      always(ts.isIfStatement(node) ? node.expression : node.condition);
    else if (ts.isCallExpression(node)) ofCall(node, note);
    else if (ts.isExpressionStatement(node)) note(node, ';');
    else if (isReturnOrThrow(node) && ts.isIfStatement(node.parent)) note(node, ';');
    else if (ts.isCaseClause(node) && node.statements.length > 0) ofCase(node, note);
    else if (ts.isBlock(node) && node.statements.length > 1) note(node, '{}');
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

type Note = (node: ts.Node, text: string, from?: number, to?: number) => void;

const isReturnOrThrow = (node: ts.Node): boolean => ts.isReturnStatement(node) || ts.isThrowStatement(node);

function ofOperator(node: ts.BinaryExpression, note: Note): void {
  const { left, operatorToken, right } = node;
  const texts = [left, right].some((one) => ts.isStringLiteralLike(one) || ts.isTemplateExpression(one));
  if (texts && operatorToken.kind === K.PlusToken) return;
  for (const other of operators.get(operatorToken.kind) ?? []) note(operatorToken, other);
}

function ofCall(node: ts.CallExpression, note: Note): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { expression: of, name } = node.expression;
  if (questions.has(name.text)) note(node, `!${node.getText()}`);
  if (!Object.hasOwn(methods, name.text)) return;
  const other = methods[name.text] ?? '';
  if (other === '') note(node, of.getText());
  else note(name, other);
}

/** Empties a case, which then falls through to the next one; the last case leaves the switch. */
function ofCase(node: ts.CaseClause, note: Note): void {
  const [first] = node.statements;
  if (first) note(node, '', first.getStart(), node.end);
}
