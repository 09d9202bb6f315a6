import { PDFiumLibrary } from '@hyzyla/pdfium';

/** What the pages of a PDF say, as who copies their text reads it. */
export async function pagesOf(pdf: Uint8Array): Promise<{ text: string }[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages = Array.from(document.pages(), (page) => ({ text: page.getText() }));
  library.destroy();
  return pages;
}
