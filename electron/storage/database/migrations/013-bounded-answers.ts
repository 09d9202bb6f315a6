/**
 * Limits the stored answers of an entry's attempts (`outbox/answer-bounds.ts`). `answer_bytes`: the length of an answer
 * before it was shortened; null: it is complete. `same_as`: an earlier attempt whose identical answer is stored there.
 */
export const boundedAnswers = {
  version: 13,
  name: 'bounded-answers',
  sql: /* sql */ `
ALTER TABLE attempt ADD COLUMN answer_bytes INTEGER;
ALTER TABLE attempt ADD COLUMN same_as INTEGER CONSTRAINT same_as_an_earlier_try CHECK (same_as < id);
UPDATE attempt SET answer_bytes = octet_length(answer), answer = substr(answer, 1, 2048), seal = NULL
WHERE (length(answer) > 2048 OR octet_length(answer) > 8192) AND id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY entry ORDER BY id) AS nth,
      row_number() OVER (PARTITION BY entry ORDER BY id DESC) AS nth_last
    FROM attempt
  ) WHERE nth > 3 AND nth_last > 3
);
`,
};
