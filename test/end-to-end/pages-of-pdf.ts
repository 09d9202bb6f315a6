import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Number of pages of a PDF, counted by another library than the one that writes it. */
export async function pagesOfPdf(pdf: Uint8Array): Promise<number> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages = document.getPageCount();
  document.destroy();
  library.destroy();
  return pages;
}
