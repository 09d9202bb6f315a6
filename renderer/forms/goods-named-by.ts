import { lastName, linesIn } from '../../shared/path/path.ts';

/** Which goods identifier a line's field holds, as the goods memory knows it; undefined for any other field. */
export function goodsIdentifierOf(path: string): 'Sku' | 'DeclareNameEn' | undefined {
  if (linesIn(path).length === 0) return undefined;
  const name = lastName(path);
  if (name === 'Sku') return 'Sku';
  return name === 'DeclareNameEn' || name === 'DeclareNameEN' ? 'DeclareNameEn' : undefined;
}
