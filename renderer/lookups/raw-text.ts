/** A page shows this many characters of an answer; more only make it slow. */
const most = 100_000;

/** An answer as text that can be drawn: its beginning where it is very long. */
export function rawText(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : (JSON.stringify(answer, null, 2) ?? '');
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
