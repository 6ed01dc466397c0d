import { isAlias, LineCounter, visit, type Document, type YAMLError } from 'yaml';

// What the parser says of these never holds a piece of the text, which might be a key.
const plain = new Set(['MISSING_CHAR', 'BAD_INDENT', 'TAB_AS_INDENT', 'DUPLICATE_KEY', 'BAD_SCALAR_START']);
const general = 'This cannot be read as YAML: check the quotes, colons and brackets.';

/** What is wrong with the text as YAML, each with its line; what stands there is not repeated. */
export function yamlFaults(document: Document, lines: LineCounter): string[] {
  const lineAt = (offset: number) => `line ${lines.linePos(offset).line}`;
  const faults = document.errors.map((error) => `${lineAt(error.pos[0])}: ${sentenceOf(error)}`);
  if (faults.length > 0) return faults;
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node) || node.resolve(document)) return;
      faults.push(`${lineAt(node.range?.[0] ?? 0)}: Put quotes around a value that begins with *.`);
    },
  });
  return faults;
}

function sentenceOf({ code, message }: YAMLError): string {
  return plain.has(code) ? message : general;
}

/** The values of the document; undefined when its aliases would unfold into more than a real document holds. */
export function valuesOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1_000 });
  } catch {
    return undefined;
  }
}
