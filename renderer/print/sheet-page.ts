/** A drawn sheet as a page of its own, with every style of the desk within: for a host that prints it from a window nobody sees. */
export function pageOfSheet(sheet: Element): string {
  const styles = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .map(({ cssText }) => cssText)
    .join('\n');
  const page = document.implementation.createHTMLDocument(document.title);
  page.documentElement.lang = document.documentElement.lang;
  const style = page.createElement('style');
  style.textContent = styles;
  page.head.append(style);
  page.body.append(page.importNode(sheet, true));
  return `<!doctype html><meta charset="utf-8">${page.documentElement.outerHTML}`;
}
