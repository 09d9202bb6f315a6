/** Seconds of the keystroke-level model: a keystroke of an average typist, a mental step, a scan. */
export const keystrokeLevel = { keystroke: 0.28, mentalStep: 1.35, scan: 1 } as const;

/** Seconds an action takes by the keystroke-level model. */
export function secondsByKeystrokes(effort: { keystrokes: number; mentalSteps: number; scans: number }): number {
  const { keystroke, mentalStep, scan } = keystrokeLevel;
  return effort.keystrokes * keystroke + effort.mentalSteps * mentalStep + effort.scans * scan;
}
