import { ofEachKind } from '../../shared/creates/create-kinds.ts';
import type { FormFields } from './form-fields.ts';

export const formOf = ofEachKind(({ number, form }): FormFields => ({ endpoint: number, ...form }));

export { createKinds, kindOfEndpoint as kindOf, type CreateKind } from '../../shared/creates/create-kinds.ts';
