/** Why a request got no answer. */
export const noAnswerCauses = [
  'name',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'broken',
  'not-http',
  'proxy',
  'stopped',
] as const;
