// A shorter value is no secret worth its name, and would be found in innocent text.
const shortestSecret = 8;

/**
 * Takes a secret out of what the service sent back: an error page that quotes the request must not reach a log or a screen.
 * Found as it is, as JSON, addresses and base64 write it, and within something longer that was written as base64.
 */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined) return (text) => text;
  const token = secret.trim().split(/\s+/).at(-1) ?? '';
  const written = [secret.trim(), token].filter((form) => form.length >= shortestSecret).flatMap(formsOf);
  // the longest first, so that no rest of one stays behind
  const found = [...new Set(written)].sort((a, b) => b.length - a.length);
  return (text) => found.reduce((left, form) => left.replaceAll(form, '[secret]'), text);
}

function formsOf(plain: string): string[] {
  const hex = Buffer.from(plain).toString('hex');
  return [
    plain,
    JSON.stringify(plain).slice(1, -1),
    encodeURIComponent(plain.toWellFormed()),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((before) => base64Within(plain, before)),
  ];
}

/** What base64 makes of a text that stands `before` bytes behind a group of three: only the characters it alone decides. */
function base64Within(plain: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(plain)]);
  const from = before === 0 ? 0 : before + 1;
  const to = Math.floor((bytes.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(from, to));
}
