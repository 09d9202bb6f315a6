import type { Sqlite } from '../database/open-sqlite.ts';
import { foldText } from '../search/fold-text.ts';
import { partsOf } from './find-parts.ts';

interface Named {
  id: number;
  endpoint: number;
  name: string;
}

/** Templates of every kind by any part of their name, the most used first. There are some dozens of them. */
export function templateFinder(db: Sqlite) {
  const all = db.prepare<[], Named>('SELECT id, endpoint, name FROM template ORDER BY used DESC, name');
  return (text: string, limit: number): Named[] => {
    const parts = partsOf(text);
    return all
      .all()
      .filter(({ name }) => parts.every((part) => foldText(name).includes(part)))
      .slice(0, limit);
  };
}
