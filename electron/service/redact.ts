// A shorter value is hardly a secret, and would match harmless text.
const shortestSecret = 8;

/**
 * Removes a secret from what the service returned: an error page that quotes the request must not reach a log or a
 * screen. Matches it verbatim, as escaped by JSON, URLs, hex and base64, and inside longer base64 text.
 */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined) return (text) => text;
  const token = secret.trim().split(/\s+/).at(-1) ?? '';
  const written = [secret.trim(), token].filter((form) => form.length >= shortestSecret).flatMap(formsOf);
  // Longest first, so that no fragment of a longer form remains.
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

/**
 * The base64 of a text that begins `before` bytes after a multiple of three: only the characters it fully determines.
 */
function base64Within(plain: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(plain)]);
  const from = before === 0 ? 0 : before + 1;
  const to = Math.floor((bytes.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(from, to));
}
