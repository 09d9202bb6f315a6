/** An XML tag: `</x:c>` has the name `c` and `closes`. `from` is the offset of its `<`, `to` the one after its `>`. */
export interface XmlTag {
  name: string;
  isClosing: boolean;
  /** `<c r="A1"/>`: self-closing */
  isSelfClosing: boolean;
  /** content between the brackets */
  text: string;
  start: number;
  end: number;
}

const opening = /(\/?)(?:\w{1,20}:)?(\w{1,40})(?![\w:])/y;

/**
 * The tags with one of the names, regardless of prefix. Visits each character a fixed number of times: a regular
 * expression that searches for a missing end takes quadratic time.
 */
export function* tagsOf(xml: string, names: ReadonlySet<string>): Generator<XmlTag> {
  for (let from = xml.indexOf('<'); from >= 0; from = xml.indexOf('<', from)) {
    const end = xml.indexOf('>', from);
    if (end < 0) return;
    opening.lastIndex = from + 1;
    const [, slash, name = ''] = opening.exec(xml) ?? [];
    if (names.has(name)) {
      const text = xml.slice(from + 1, end);
      yield { name, isClosing: slash === '/', isSelfClosing: text.endsWith('/'), text, start: from, end: end + 1 };
    }
    from = end + 1;
  }
}

/** The value of a tag's attribute, still escaped; empty if absent. */
export function attributeOf({ text }: XmlTag, name: string): string {
  const start = text.search(new RegExp(`\\s${name}="`));
  if (start < 0) return '';
  const from = start + name.length + 3;
  const end = text.indexOf('"', from);
  return end < 0 ? '' : text.slice(from, end);
}
