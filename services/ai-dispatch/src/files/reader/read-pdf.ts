import { extractText, getDocumentProxy } from 'unpdf';
import { FileFault } from '../file-faults.js';

/** The text of a PDF, page by page. */
export async function readPdf(content: Buffer): Promise<string> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0, isEvalSupported: false });
    const { text } = await extractText(pdf, { mergePages: false });
    return text.join('\n\n');
  } catch (error) {
    throw new FileFault((error as Error).name === 'PasswordException' ? 'encrypted' : 'corrupt');
  }
}
