import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import { creates } from '../../shared/creates/creates.ts';

export interface CreateText {
  /** name of its form as a screen */
  screen: string;
  /** short name of one in a list of entries */
  row: string;
  /** name of the action that begins one */
  begin: string;
  /** what it is for */
  about: string;
}

export type CreateTexts = Readonly<Record<CreateKind, CreateText>>;

type Begun = Readonly<Record<`new-${CreateKind}`, string>>;

/** Names of the actions that begin one of each kind. */
export const begun = (texts: CreateTexts): Begun =>
  // the table has every kind, which `Object.fromEntries` cannot express
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(creates.map(({ kind }) => [`new-${kind}`, texts[kind].begin])) as Begun;
