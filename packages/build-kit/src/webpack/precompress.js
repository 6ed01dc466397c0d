import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const kinds = new Set(['.js', '.css', '.html', '.json', '.svg']);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Writes `.br` and `.gz` beside each text file of a folder, so that the server compresses nothing per request.
 * @param {string} folder
 */
export async function precompress(folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!kinds.has(extname(name))) continue;
    const path = join(folder, name);
    const content = await readFile(path);
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
  }
}
