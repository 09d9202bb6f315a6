import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/** Reads the types of some files of the project. */
export function readTypes(files: readonly string[]) {
  const read = ts.readConfigFile(join(root, 'test/tsconfig.json'), (name) => readFileSync(name, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, join(root, 'test'));
  const program = ts.createProgram([...files.map((file) => join(root, file))], { ...options, types: ['node'] });
  const checker = program.getTypeChecker();

  /** The type that a file exports under a name. */
  function exported(file: string, name: string): ts.Type {
    const source = program.getSourceFile(join(root, file));
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  }

  /** Returns the properties of a type, each with its type. */
  const partsOf = (type: ts.Type): { name: string; type: ts.Type; optional: boolean }[] =>
    checker.getPropertiesOfType(type).map((symbol) => ({
      name: symbol.name,
      type: checker.getTypeOfSymbol(symbol),
      optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    }));

  const linesOf = typeDescriber(checker);
  /** Returns the possible values of a type, as words; only for types that are not objects. */
  const wordsOf = (type: ts.Type): string[] =>
    linesOf(type, '').flatMap((line) => line.replace(/^: /, '').split(' | '));

  return { program, checker, exported, partsOf, linesOf, wordsOf };
}

const plainTypeFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Any |
  ts.TypeFlags.Never;

/** Describes a type as lines of path and possible values, independent of the names of its internal types. */
function typeDescriber(checker: ts.TypeChecker) {
  const isPlain = (type: ts.Type): boolean => (type.flags & plainTypeFlags) !== 0;
  const membersOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

  const valueText = (type: ts.Type): string => {
    if (type.isStringLiteral()) return `'${type.value}'`;
    return checker.typeToString(type);
  };
  const valueTexts = (types: readonly ts.Type[]): string => {
    const texts = [...new Set(types.filter((type) => (type.flags & ts.TypeFlags.Undefined) === 0).map(valueText))];
    const isBoolean = texts.includes('true') && texts.includes('false');
    const namedTexts = isBoolean ? ['boolean', ...texts.filter((text) => text !== 'true' && text !== 'false')] : texts;
    return namedTexts.toSorted().join(' | ');
  };

  /** Returns the properties that distinguish a member of a union from the others: those with a single literal type. */
  function discriminant(type: ts.Type): string {
    const literals = checker.getPropertiesOfType(type).flatMap((symbol) => {
      const propertyType = checker.getTypeOfSymbol(symbol);
      return propertyType.isStringLiteral() ? [`${symbol.name}: ${valueText(propertyType)}`] : [];
    });
    return literals.join(', ');
  }

  return function linesOf(type: ts.Type, path: string, enclosing: readonly ts.Type[] = []): string[] {
    if (enclosing.includes(type)) return [`${path}: the same again`];
    const members = membersOf(type);
    const simple = members.filter(isPlain);
    const objects = members.filter((one) => !isPlain(one));
    const plainLine = simple.some((one) => (one.flags & ts.TypeFlags.Undefined) === 0)
      ? [`${path}: ${valueTexts(simple)}`]
      : [];
    if (objects.length < 2) return [...plainLine, ...objects.flatMap((one) => objectLines(one, path, enclosing))];
    // The compiler does not guarantee the order of union members.
    const branches = objects.map((one) => objectLines(one, `${path}<${discriminant(one)}>`, enclosing));
    return [...plainLine, ...branches.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)).flat()];
  };

  function objectLines(type: ts.Type, path: string, enclosing: readonly ts.Type[]): string[] {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    const inner = [...enclosing, type];
    if (element) return typeDescriber(checker)(element, `${path}[]`, inner);
    if (checker.isTupleType(type)) return [`${path}: ${checker.typeToString(type)}`];
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const properties = checker.getPropertiesOfType(type);
    if (properties.length === 0 && !index) return [`${path}: {}`];
    return [
      ...(index ? typeDescriber(checker)(index, `${path}.*`, inner) : []),
      ...properties.flatMap((symbol) => {
        const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
        return typeDescriber(checker)(
          checker.getTypeOfSymbol(symbol),
          `${path}.${symbol.name}${optional ? '?' : ''}`,
          inner,
        );
      }),
    ];
  }
}
