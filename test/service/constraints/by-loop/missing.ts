import { breach } from '../by-hand.ts';
import { drop } from '../change.ts';
import type { Breach, EndpointList } from '../request-case.ts';
import { spotsOf } from '../walk.ts';

/** Each field marked required, absent from a full request and from a minimal one. */
export const missing = (list: EndpointList): Breach[] =>
  spotsOf(list)
    .filter(({ first, member }) => first && member.required)
    .flatMap(({ in: part, path }) => [
      breach('missing', part, path, 'absent from a full request', drop(list.full, part, path)),
      breach('missing', part, path, 'absent from a minimal request', drop(list.minimal, part, path)),
    ]);
