import { lastName, linesIn } from '../../shared/path/path.ts';

/** What of goods a field of a line names, as the memory of goods knows them; undefined for any other field. */
export function goodsNamedBy(path: string): 'Sku' | 'DeclareNameEn' | undefined {
  if (linesIn(path).length === 0) return undefined;
  const name = lastName(path);
  if (name === 'Sku') return 'Sku';
  return name === 'DeclareNameEn' || name === 'DeclareNameEN' ? 'DeclareNameEn' : undefined;
}
