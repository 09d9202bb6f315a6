import { PDFiumLibrary } from '@hyzyla/pdfium';

/** How many pages a PDF has, as a second program counts them. */
export async function pagesOfPdf(pdf: Uint8Array): Promise<number> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages = document.getPageCount();
  document.destroy();
  library.destroy();
  return pages;
}
