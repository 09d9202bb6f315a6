import type { Migration } from '../../database/open-sqlite.ts';
import { book } from './001-book.ts';

export const practiceMigrations: readonly Migration[] = [book];
