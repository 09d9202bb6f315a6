/** A tag of a text: `</x:c>` has the name `c` and closes. It stands from the place of its `<` to that behind its `>`. */
export interface XmlTag {
  name: string;
  closes: boolean;
  /** `<c r="A1"/>`: nothing stands in it, and no tag closes it */
  empty: boolean;
  /** what stands between the brackets */
  text: string;
  from: number;
  to: number;
}

const opening = /(\/?)(?:\w{1,20}:)?(\w{1,40})(?![\w:])/y;

/**
 * The tags of a text that have one of these names, whatever their prefix. Each character is looked at a fixed number of times,
 * whatever the text is: a pattern that looks for an end which never comes keeps a processor busy for good.
 */
export function* tagsOf(xml: string, names: ReadonlySet<string>): Generator<XmlTag> {
  for (let from = xml.indexOf('<'); from >= 0; from = xml.indexOf('<', from)) {
    const end = xml.indexOf('>', from);
    if (end < 0) return;
    opening.lastIndex = from + 1;
    const [, slash, name = ''] = opening.exec(xml) ?? [];
    if (names.has(name)) {
      const text = xml.slice(from + 1, end);
      yield { name, closes: slash === '/', empty: text.endsWith('/'), text, from, to: end + 1 };
    }
    from = end + 1;
  }
}

/** What stands in an attribute of a tag, still escaped; empty where it has none of this name. */
export function attributeOf({ text }: XmlTag, name: string): string {
  const start = text.search(new RegExp(`\\s${name}="`));
  if (start < 0) return '';
  const from = start + name.length + 3;
  const end = text.indexOf('"', from);
  return end < 0 ? '' : text.slice(from, end);
}
