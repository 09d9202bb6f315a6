/**
 * History steps get a reason code with the parameters of its sentence; `why` contains words of a user or of the
 * service.
 */
export const historyWhy = {
  version: 5,
  name: 'history-why',
  sql: /* sql */ `
ALTER TABLE history ADD COLUMN why_code TEXT;
ALTER TABLE history ADD COLUMN why_params TEXT CONSTRAINT why_params_are_json CHECK (why_params IS NULL OR json_valid(why_params));
`,
};
