import WordExtractor from 'word-extractor';
import { FileFault } from '../file-faults.js';

const sector = 512;
const wordMark = 0xa5ec;
const encryptedFlag = 0x0100;

/** The text of a document of Word 97 to 2003: its body and its notes. */
export async function readDoc(content: Buffer): Promise<string> {
  if (isEncrypted(content)) throw new FileFault('encrypted');
  try {
    const document = await new WordExtractor().extract(content);
    const parts = [document.getBody(), document.getTextboxes(), document.getFootnotes(), document.getEndnotes()];
    return parts.filter((part) => part.trim() !== '').join('\n\n');
  } catch {
    throw new FileFault('corrupt');
  }
}

/** The head of the document's stream stands at the start of a sector; a flag in it says which. */
function isEncrypted(content: Buffer): boolean {
  for (let at = sector; at + 12 <= content.length; at += sector) {
    if (content.readUInt16LE(at) === wordMark) return (content.readUInt16LE(at + 10) & encryptedFlag) !== 0;
  }
  return false;
}
