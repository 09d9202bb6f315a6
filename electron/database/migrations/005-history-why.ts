/** Steps of a history are put down to a code with what its sentence needs; `why` holds words of a person or of the service. */
export const historyWhy = {
  version: 5,
  name: 'history-why',
  sql: /* sql */ `
ALTER TABLE history ADD COLUMN why_code TEXT;
ALTER TABLE history ADD COLUMN why_params TEXT CONSTRAINT why_params_are_json CHECK (why_params IS NULL OR json_valid(why_params));
`,
};
