/** A field of an object: a value or the promise of one, a list that comes element by element, or the JSON of one that comes piece by piece. */
export type Section =
  | [name: string, value: unknown]
  | [name: string, value: undefined, list: AsyncIterable<unknown>]
  | [name: string, value: undefined, json: AsyncIterable<string>, isJson: true];

const writeLength = 32 * 1024;

/** Writes an object whose lists may be longer than memory: pieces of text that together are its JSON. */
export async function* jsonObjectOf(sections: Iterable<Section>): AsyncGenerator<string> {
  let waiting = '{';
  let before = '';
  for (const [name, value, list, isJson] of sections) {
    waiting += `${before}\n${JSON.stringify(name)}:`;
    before = ',';
    if (!list) {
      waiting += JSON.stringify(await value);
      continue;
    }
    // Pieces of JSON bring what stands between elements along.
    const next = isJson ? '' : ',\n';
    let between = '[\n';
    for await (const piece of list) {
      waiting += between + (isJson ? String(piece) : JSON.stringify(piece));
      between = next;
      if (waiting.length < writeLength) continue;
      yield waiting;
      waiting = '';
    }
    waiting += between === '[\n' ? '[]' : '\n]';
  }
  yield `${waiting}\n}\n`;
}
