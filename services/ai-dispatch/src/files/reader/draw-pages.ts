import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import { encodePicture, loadSharp, type EncodedPicture } from './encode-picture.js';
import { sizeOfPage } from './page-size.rules.js';

/** A page of a document, as services are given it. */
export interface DrawnPage extends EncodedPicture {
  /** From 1. */
  page: number;
  pageCount: number;
}

/**
 * The first pages of a PDF, each as soon as it is drawn. PDFium runs as WebAssembly, which reaches nothing but its own
 * memory; native code is given pixels only.
 */
export async function* drawPages(content: Uint8Array, max: number): AsyncGenerator<DrawnPage> {
  const [pdfium, sharp] = await Promise.all([PDFiumLibrary.init(), loadSharp()]);
  const document = await pdfium.loadDocument(content);
  const pageCount = document.getPageCount();
  for (let index = 0; index < Math.min(pageCount, max); index += 1) {
    const drawn = await draw(document, index);
    if (!drawn) continue;
    const { data, width, height } = drawn;
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: 'white' });
    yield { ...(await encodePicture(picture, { asPng: true })), page: index + 1, pageCount };
  }
}

/** Undefined for a page that cannot be drawn; the others still can. */
async function draw(document: PDFiumDocument, index: number) {
  try {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const size = sizeOfPage(originalWidth, originalHeight);
    return size && (await page.render({ ...size, render: ({ data }) => Promise.resolve(data) }));
  } catch {
    return undefined;
  }
}
