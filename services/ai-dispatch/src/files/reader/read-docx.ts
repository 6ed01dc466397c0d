import mammoth from 'mammoth';
import { FileFault } from '../file-faults.js';
import { refuseBomb } from './unpacked-size.rules.js';

/** The text of a Word document, its paragraphs apart. */
export async function readDocx(content: Buffer): Promise<string> {
  refuseBomb(content);
  try {
    return (await mammoth.extractRawText({ buffer: content })).value;
  } catch {
    throw new FileFault('corrupt');
  }
}
