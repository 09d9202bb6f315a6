import { problem } from '../../shared/contract/problem.ts';
import { drillTroubles, type DrillPlan, type DrillTrouble } from '../../shared/drill/drill.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import type { KeySpace } from './practice-database.ts';

/** A drill as stored. */
export interface Drill extends DrillPlan {
  seq: number;
  id: string;
  /** who started it */
  operator: string;
  endedAt: number | null;
  /** who ended it; empty: it ended after its time; null: it is running */
  endedBy: string | null;
}

/** An order that arrived during a drill, and what happened to it. */
export interface StagedOrder {
  key: string;
  endpoint: number;
  fate: 'spared' | 'lost' | 'refused';
  at: number;
  /** a hash of the refused text; null if not refused */
  text: number | null;
}

interface Row extends Omit<Drill, 'troubles'> {
  troubles: string;
}

const columns = `seq, id, troubles, operator, began_at AS beganAt, until_at AS untilAt, ended_at AS endedAt, ended_by AS endedBy`;

const toDrill = ({ troubles, ...row }: Row): Drill => ({
  ...row,
  troubles: drillTroubles.filter((one) => troubles.split(' ').includes(one)),
});

export type DrillStore = ReturnType<typeof drillStore>;

/** The drills in the practice service's database: the desk starts and ends them, the service reads their stages. */
export function drillStore(db: Sqlite) {
  const insert = db.prepare<[string, string, string, number, number]>(
    'INSERT INTO drill (id, troubles, operator, began_at, until_at) VALUES (?, ?, ?, ?, ?)',
  );
  const endDrill = db.prepare<[number, string, string]>(
    'UPDATE drill SET ended_at = ?, ended_by = ? WHERE id = ? AND ended_at IS NULL',
  );
  const openDrill = db.prepare<[], Row>(`SELECT ${columns} FROM drill WHERE ended_at IS NULL`);
  const byId = db.prepare<[string], Row>(`SELECT ${columns} FROM drill WHERE id = ?`);
  const newest = db.prepare<[number], Row>(`SELECT ${columns} FROM drill ORDER BY seq DESC LIMIT ${opaqueIntParam()}`);
  const orderOf = db.prepare<[number, string, string], StagedOrder>(
    'SELECT key, endpoint, fate, at, text FROM drill_order WHERE drill = ? AND shelf = ? AND key = ?',
  );
  const ordersOf = db.prepare<[number], StagedOrder>(
    'SELECT key, endpoint, fate, at, text FROM drill_order WHERE drill = ? ORDER BY at, key',
  );
  const countOrdersOf = db.prepare<[number], number>('SELECT count(*) FROM drill_order WHERE drill = ?').pluck();
  const insertOrder = db.prepare<[number, string, string, number, string, number, number | null]>(
    'INSERT INTO drill_order (drill, shelf, key, endpoint, fate, at, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertLabel = db.prepare<[number, number, number]>(
    'INSERT INTO drill_label (drill, label, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const labelsOf = db.prepare<[number], { label: number; at: number }>(
    'SELECT label, at FROM drill_label WHERE drill = ? ORDER BY at, label',
  );
  return {
    begin(id: string, troubles: readonly DrillTrouble[], operator: string, beganAt: number, untilAt: number): void {
      if (openDrill.get()) throw problem('wrong-state', 'A drill is on already. End it first.', { reason: 'drill-on' });
      insert.run(id, troubles.join(' '), operator, beganAt, untilAt);
    },
    /** Ends a drill; does nothing if it has already ended. */
    end: (id: string, at: number, operator: string): void => void endDrill.run(at, operator, id),
    findOpen(): Drill | null {
      const row = openDrill.get();
      return row ? toDrill(row) : null;
    },
    find(id: string): Drill {
      const row = byId.get(id);
      if (row) return toDrill(row);
      throw problem('invalid', 'This desk had no such drill.', { reason: 'no-drill' });
    },
    /** The newest drills, newest first. */
    list: (max: number): Drill[] => newest.all(max).map(toDrill),
    order: (drill: number, keySpace: KeySpace, key: string): StagedOrder | null =>
      orderOf.get(drill, keySpace, key) ?? null,
    orders: (drill: number): StagedOrder[] => ordersOf.all(drill),
    /** Number of orders recorded for the drill. */
    countOrders: (drill: number): number => countOrdersOf.get(drill) ?? 0,
    recordOrder: (drill: number, keySpace: KeySpace, { key, endpoint, fate, at, text }: StagedOrder): void =>
      void insertOrder.run(drill, keySpace, key, endpoint, fate, at, text),
    /** Records a label that the printer started but had no paper for. */
    recordLabel: (drill: number, label: number, at: number): void => void insertLabel.run(drill, label, at),
    labels: (drill: number) => labelsOf.all(drill),
  };
}
