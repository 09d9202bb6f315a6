import type { Migration } from '../open-sqlite.ts';
import { outbox } from './001-outbox.ts';

export const deskMigrations: readonly Migration[] = [outbox];
