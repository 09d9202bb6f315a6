// A shorter value is no secret worth its name, and would be found in innocent text.
const shortestSecret = 8;

/** Takes a secret out of what the service sent back: an error page that quotes the request must not reach a log or a screen. */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined) return (text) => text;
  const token = secret.trim().split(/\s+/).at(-1) ?? '';
  const forms = [secret.trim(), token].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
  const found = [...new Set(forms)].filter((form) => form.length >= shortestSecret);
  return (text) => found.reduce((left, form) => left.replaceAll(form, '[secret]'), text);
}
