import type { Plain, State, Successor } from './compile.ts';

/** A run of the specification: its initial state and steps. Stored in the format of Apalache and Quint (ITF). */
export type Trace = readonly Successor[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function written(value: Plain, isMap: boolean): unknown {
  if (typeof value === 'number') return { '#bigint': String(value) };
  if (Array.isArray(value)) return { '#set': value.map((one: Plain) => written(one, false)) };
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  // Among the objects of this specification, those with numeric names are maps.
  if (isMap || entries.every(([name]) => /^\d+$/.test(name)))
    return { '#map': entries.map(([key, one]) => [{ '#bigint': key }, written(one, false)]) };
  return Object.fromEntries(entries.map(([name, one]) => [name, written(one, false)]));
}

export function writeItf(trace: Trace): string {
  return JSON.stringify({
    '#meta': { format: 'ITF', source: 'docs/delivery.qnt' },
    vars: ['s', 'mbt::actionTaken', 'mbt::nondetPicks'],
    states: trace.map(({ action, picks, state }, index) => ({
      '#meta': { index },
      s: written(state, false),
      'mbt::actionTaken': action,
      'mbt::nondetPicks': Object.fromEntries(
        Object.entries(picks).map(([name, value]) => [name, { tag: 'Some', value: written(value, false) }]),
      ),
    })),
  });
}

function read(value: unknown): Plain {
  if (!isObject(value)) return value as Plain;
  if ('#bigint' in value) return Number(value['#bigint']);
  if ('#set' in value) return (value['#set'] as unknown[]).map(read).sort();
  if ('#map' in value)
    return Object.fromEntries(
      (value['#map'] as [unknown, unknown][]).map(([key, one]) => [JSON.stringify(read(key)), read(one)]),
    );
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, read(one)]));
}

interface Some {
  tag: string;
  value: unknown;
}

export function readItf(text: string): Trace {
  const { states } = JSON.parse(text) as { states: Record<string, unknown>[] };
  return states.map((state) => ({
    action: String(state['mbt::actionTaken']),
    picks: Object.fromEntries(
      Object.entries(state['mbt::nondetPicks'] as Record<string, Some>).flatMap(([name, { tag, value }]) =>
        tag === 'Some' ? [[name, read(value)]] : [],
      ),
    ),
    state: read(state['s']) as State,
  }));
}
