import { PDFiumLibrary } from '@hyzyla/pdfium';

/** The text of each page of a PDF, as a user would copy it. */
export async function readPdfPages(pdf: Uint8Array): Promise<{ text: string }[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages = Array.from(document.pages(), (page) => ({ text: page.getText() }));
  library.destroy();
  return pages;
}
