/** Settings for the units of a desk. */
export interface UnitSettings {
  weightUnit: string;
  lengthUnit: string;
}

/** The unit of a field: the document's, else the desk's setting for weights and lengths; undefined if it has none. */
export function unitOfField(name: string, documented: string | undefined, settings: UnitSettings): string | undefined {
  if (documented !== undefined) return documented;
  if (name === 'Weight') return settings.weightUnit;
  return ['Length', 'Width', 'Height'].includes(name) ? settings.lengthUnit : undefined;
}
