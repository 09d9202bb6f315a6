import type { Migration } from '../../storage/database/migrate.ts';
import { book } from './001-book.ts';
import { createKinds } from './002-create-kinds.ts';
import { drill } from './003-drill.ts';

export const practiceMigrations: readonly Migration[] = [book, createKinds, drill];
