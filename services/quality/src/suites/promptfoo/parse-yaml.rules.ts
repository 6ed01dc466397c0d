import { isScalar, LineCounter, parseDocument, visit, type Document, type YAMLMap } from 'yaml';
import { suiteLimits } from '../suite-request.rules.js';
import { unreadableYaml } from '../suites.errors.js';

/** Aliases of one document: each may stand for much. */
const maxAliases = 100;

/** What a text of YAML stands for; a sentence says why it is none. */
export function parseYaml(yaml: string): unknown {
  if (yaml.length > suiteLimits.yaml) throw unreadableYaml('it is too long.');
  const lines = new LineCounter();
  // Whether keys are unique is looked up below: the parser compares each with each, for a minute where a map is long.
  const document = parseDocument(yaml, { uniqueKeys: false, merge: true, lineCounter: lines });
  const [fault] = document.errors;
  if (fault) throw unreadableYaml(fault.message.split('\n')[0]!);
  mustHaveUniqueKeys(document, lines);
  try {
    return document.toJS({ maxAliasCount: maxAliases }) as unknown;
  } catch (error) {
    throw unreadableYaml((error as Error).message.split('\n')[0]!);
  }
}

function mustHaveUniqueKeys(document: Document, lines: LineCounter): void {
  visit(document, {
    Map: (_key, map) => {
      const start = startOfRepeated(map);
      if (start === undefined) return;
      const { line, col } = lines.linePos(start);
      throw unreadableYaml(`Map keys must be unique at line ${line}, column ${col}:`);
    },
  });
}

/** Where the first key stands that its map has already. A map may be merged with several. */
function startOfRepeated({ items }: YAMLMap): number | undefined {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key) || typeof key.value === 'symbol' || key.value === '<<') continue;
    if (seen.has(key.value)) return key.range?.[0] ?? 0;
    seen.add(key.value);
  }
  return undefined;
}
