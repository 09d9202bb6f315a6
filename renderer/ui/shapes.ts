/** A stroke of a shape on a 16 x 16 grid: a line, a dashed line, a filled area, or a line cut out of one. */
type Stroke = readonly [as: 'line' | 'broken' | 'fill' | 'cut-out', path: string];

const ring = 'M8 2a6 6 0 1 1 0 12A6 6 0 1 1 8 2Z';
const disc = 'M8 1.2a6.8 6.8 0 1 1 0 13.6A6.8 6.8 0 1 1 8 1.2Z';
const diamond = 'M8 1.5 14.5 8 8 14.5 1.5 8Z';
const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/** Shapes of states, marks and outcomes: their outlines differ, so that they are recognised without colour. */
export const shapes = {
  dashes: [['broken', ring]],
  ring: [['line', ring]],
  clock: [
    ['line', ring],
    ['line', 'M8 4.6V8l2.3 1.6'],
  ],
  arrow: [
    ['line', ring],
    ['line', 'M4.9 8h5.4M8.2 5.6 10.7 8l-2.5 2.4'],
  ],
  half: [
    ['line', ring],
    ['fill', 'M8 2a6 6 0 0 1 0 12Z'],
  ],
  'ring-tick': [
    ['line', ring],
    ['line', 'm5.3 8.2 1.9 1.9 3.5-3.9'],
  ],
  'ring-cross': [
    ['line', ring],
    ['line', 'm5.8 5.8 4.4 4.4m0-4.4-4.4 4.4'],
  ],
  struck: [
    ['line', ring],
    ['line', 'M3.8 12.2 12.2 3.8'],
  ],
  tick: [
    ['fill', disc],
    ['cut-out', 'm4.9 8.2 2.2 2.2 4.1-4.5'],
  ],
  stop: [
    ['fill', 'M5.2 1.2h5.6l4 4v5.6l-4 4H5.2l-4-4V5.2Z'],
    ['cut-out', 'm5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8'],
  ],
  doubt: [
    ['line', diamond],
    ['line', 'M6.4 6.6a1.6 1.6 0 1 1 2.3 1.5c-.5.3-.7.6-.7 1.1'],
    ['fill', dot(8, 11.1, 0.9)],
  ],
  maybe: [
    ['broken', diamond],
    ['fill', dot(8, 8, 1.2)],
  ],
  unknown: [
    ['line', 'M3.8 1.8h8.4a2 2 0 0 1 2 2v8.4a2 2 0 0 1-2 2H3.8a2 2 0 0 1-2-2V3.8a2 2 0 0 1 2-2Z'],
    ['line', 'M6.2 6.2a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.8.7-.8 1.3'],
    ['fill', dot(8, 11.6, 0.9)],
  ],
  warning: [
    ['line', 'M8 1.8 14.9 14H1.1Z'],
    ['line', 'M8 6.2v3.5'],
    ['fill', dot(8, 11.9, 0.9)],
  ],
  none: [['line', 'M3 8h10']],
  pair: [['line', 'M1.8 1.8h8v8h-8ZM6.2 6.2h8v8h-8Z']],
  twin: [
    ['broken', diamond],
    ['fill', dot(5.6, 8, 1.2)],
    ['fill', dot(10.4, 8, 1.2)],
  ],
  back: [['line', 'M2 4h7a3.5 3.5 0 0 1 0 7H4.5M7 8.5 4.5 11 7 13.5']],
  forth: [['line', 'M14 4H7a3.5 3.5 0 0 0 0 7h4.5M9 8.5l2.5 2.5L9 13.5']],
  flag: [['line', 'M3.5 14V2.5h8l-1.8 3 1.8 3h-8']],
  hourglass: [['line', 'M4 1.8h8M4 14.2h8M4.8 1.8c0 4 6.4 4.4 6.4 8.4v4M11.2 1.8c0 4-6.4 4.4-6.4 8.4v4']],
  number: [['broken', 'M5.5 2 4 14M12 2l-1.5 12M2 5.5h12M2 10.5h12']],
  full: [['fill', dot(8, 8, 5)]],
  pause: [['fill', 'M3.5 3h3v10h-3ZM9.5 3h3v10h-3Z']],
} satisfies Record<string, readonly Stroke[]>;

export type Shape = keyof typeof shapes;

/** The tone of an outcome. The last four are results of a scan and show their word beside the shape. */
export type OutcomeTone = 'done' | 'ask' | 'no' | 'accepted' | 'unknown' | 'warning' | 'error';
