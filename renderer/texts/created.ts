import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import { creates } from '../../shared/creates/creates.ts';

export interface CreateText {
  /** its form among the screens */
  screen: string;
  /** one of them among other entries: short */
  row: string;
  /** the act that begins one */
  begin: string;
  /** what it is for */
  about: string;
}

export type CreateTexts = Readonly<Record<CreateKind, CreateText>>;

type Begun = Readonly<Record<`new-${CreateKind}`, string>>;

/** Names of the acts that begin one of each. */
export const begun = (texts: CreateTexts): Begun =>
  // every kind has its name, which a table made of entries cannot say
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(creates.map(({ kind }) => [`new-${kind}`, texts[kind].begin])) as Begun;
