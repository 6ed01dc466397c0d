/**
 * Reads the few things of Helm's templates that this chart uses, and refuses the rest: values, `if`, `with`, `else`, variables,
 * pipelines and calls.
 */

/** @typedef {{ text: string } | { action: string }} Piece */
/**
 * @typedef {{ kind: 'text', text: string }
 *   | { kind: 'print', pipeline: Pipeline }
 *   | { kind: 'set', name: string, pipeline: Pipeline }
 *   | { kind: 'if' | 'with', pipeline: Pipeline, then: Node[], otherwise: Node[] }} Node
 */
/** @typedef {Operand[][]} Pipeline calls, each of which is given what the one before it results in */
/** @typedef {{ literal: string | number } | { word: string } | { pipeline: Pipeline }} Operand */

/** @param {string} template @returns {Node[]} */
export function parseTemplate(template) {
  const pieces = piecesOf(template);
  const nodes = nodesOf(pieces);
  if (pieces.length > 0) throw new Error('There is an `end` or `else` without a beginning.');
  return nodes;
}

/** @param {string} template @returns {Piece[]} without the white space that `{{-` and `-}}` take away */
function piecesOf(template) {
  const parts = template.split(/(\{\{(?:"[^"]*"|[^"}]|\}(?!\}))*\}\})/);
  return parts.map((part, index) => {
    // What the pattern found stands between what it did not.
    if (index % 2 === 1) return { action: part.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '') };
    if (part.includes('{{')) throw new Error(`An action is not closed: ${part}`);
    const start = parts[index - 1]?.endsWith('-}}') ? part.trimStart() : part;
    return { text: parts[index + 1]?.startsWith('{{-') ? start.trimEnd() : start };
  });
}

/** @param {Piece[]} pieces those that are read are taken away @returns {Node[]} up to the `end` or `else` of the block */
function nodesOf(pieces) {
  /** @type {Node[]} */
  const nodes = [];
  for (let piece = pieces[0]; piece; piece = pieces[0]) {
    if ('action' in piece && /^(end|else)$/.test(piece.action)) return nodes;
    pieces.shift();
    if ('text' in piece) nodes.push({ kind: 'text', text: piece.text });
    else if (!/^\/\*.*\*\/$/s.test(piece.action)) nodes.push(nodeOf(piece.action, pieces));
  }
  return nodes;
}

/** @param {string} action @param {Piece[]} rest @returns {Node} */
function nodeOf(action, rest) {
  const [, block, condition = ''] = /^(if|with) (.*)$/s.exec(action) ?? [];
  if (block === 'if' || block === 'with') return blockOf(block, condition, rest);
  const [, name, value = ''] = /^(\$\w+) := (.*)$/s.exec(action) ?? [];
  if (name) return { kind: 'set', name, pipeline: parsePipeline(value) };
  return { kind: 'print', pipeline: parsePipeline(action) };
}

/** @param {'if' | 'with'} kind @param {string} condition @param {Piece[]} rest @returns {Node} */
function blockOf(kind, condition, rest) {
  const then = nodesOf(rest);
  const isElse = closingOf(rest) === 'else';
  const otherwise = isElse ? nodesOf(rest) : [];
  if (isElse && closingOf(rest) !== 'end') throw new Error(`{{ ${kind} ${condition} }} has a second else.`);
  return { kind, pipeline: parsePipeline(condition), then, otherwise };
}

/** @param {Piece[]} rest @returns {string} the action that closes what was read before it */
function closingOf(rest) {
  const piece = rest.shift();
  if (!piece || !('action' in piece)) throw new Error('A block has no end.');
  return piece.action;
}

/** @param {string} text @returns {Pipeline} */
function parsePipeline(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|"]+/g) ?? [];
  const pipeline = pipelineOf(tokens);
  if (tokens.length > 0) throw new Error(`Not understood: ${text}`);
  return pipeline;
}

/** @param {string[]} tokens those that are read are taken away @returns {Pipeline} */
function pipelineOf(tokens) {
  /** @type {Operand[]} */
  let call = [];
  const pipeline = [call];
  for (let token = tokens[0]; token !== undefined && token !== ')'; token = tokens[0]) {
    tokens.shift();
    if (token === '|') pipeline.push((call = []));
    else if (token !== '(') call.push(operandOf(token));
    else {
      call.push({ pipeline: pipelineOf(tokens) });
      if (tokens.shift() !== ')') throw new Error('A bracket is not closed.');
    }
  }
  if (pipeline.some((each) => each.length === 0)) throw new Error('There is nothing to call.');
  return pipeline;
}

/** @param {string} token @returns {Operand} */
function operandOf(token) {
  if (token.startsWith('"')) return { literal: String(JSON.parse(token)) };
  return /^\d+$/.test(token) ? { literal: Number(token) } : { word: token };
}
