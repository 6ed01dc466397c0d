/** A field of an object: a value, or a list that comes piece by piece. */
export type Section = [name: string, value: unknown] | [name: string, value: undefined, list: AsyncIterable<unknown>];

const writeLength = 32 * 1024;

/** Writes an object whose lists may be longer than memory: pieces of text that together are its JSON. */
export async function* jsonObjectOf(sections: Iterable<Section>): AsyncGenerator<string> {
  let waiting = '{';
  let before = '';
  for (const [name, value, list] of sections) {
    waiting += `${before}\n${JSON.stringify(name)}:`;
    before = ',';
    if (!list) {
      waiting += JSON.stringify(value);
      continue;
    }
    let between = '[';
    for await (const piece of list) {
      waiting += `${between}\n${JSON.stringify(piece)}`;
      between = ',';
      if (waiting.length < writeLength) continue;
      yield waiting;
      waiting = '';
    }
    waiting += between === '[' ? '[]' : '\n]';
  }
  yield `${waiting}\n}\n`;
}
