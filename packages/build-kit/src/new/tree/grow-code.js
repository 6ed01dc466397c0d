import ts from 'typescript';
import { defined } from '../../defined.js';

/** @typedef {ts.Node & { name?: ts.Node }} Named */
/** @typedef {ts.ObjectLiteralExpression | ts.InterfaceDeclaration} Membered */

/** @param {ts.Node} node @returns {node is Membered} */
const hasMembers = (node) => ts.isObjectLiteralExpression(node) || ts.isInterfaceDeclaration(node);

/**
 * Puts an element into the array that stands under a name: `const slices = […]`, `@Module({ imports: […] })`.
 * @param {string} text of a .ts or .js file
 * @param {string} name of the variable or property
 * @param {string} element as it is written
 * @param {{ beside?: string }} [where] of several arrays under the name, the one that has this element
 */
export function addElement(text, name, element, { beside } = {}) {
  const source = parse(text);
  const arrays = valuesOf(source, name).flatMap((value) => descendants(value).filter(ts.isArrayLiteralExpression));
  /** @param {ts.ArrayLiteralExpression} array @param {string} wanted */
  const has = (array, wanted) => array.elements.some((each) => each.getText(source) === wanted);
  const array = arrays.find((each) => !beside || has(each, beside));
  if (!array) throw new Error(`There is no list ${name}${beside ? ` with ${beside}` : ''} to add ${element} to.`);
  if (has(array, element)) return text;
  const neighbour = array.elements.find((each) => each.getText(source) === beside);
  return insertInto(text, array.elements, array.getEnd(), element, neighbour);
}

/**
 * Puts a property or member into the object or interface under a name.
 * @param {string} text of a .ts or .js file
 * @param {string} name of the variable, property or interface
 * @param {string} property `word: value`, with `;` in an interface
 * @param {{ beside?: string }} [where] of several objects under the name, the one with a property of this name
 */
export function addProperty(text, name, property, { beside } = {}) {
  const source = parse(text);
  const objects = valuesOf(source, name).flatMap((value) => descendants(value).filter(hasMembers));
  /** @param {Membered} object @returns {readonly Named[]} */
  const members = (object) => (ts.isInterfaceDeclaration(object) ? object.members : object.properties);
  const object = objects.find((each) => !beside || members(each).some((one) => wordOf(one, source) === beside));
  if (!object) throw new Error(`There is no ${name}${beside ? ` with ${beside}` : ''} to add ${property} to.`);
  const [word = ''] = property.split(/[:,;]/).map((part) => part.trim());
  if (members(object).some((each) => wordOf(each, source) === word)) return text;
  const neighbour = members(object).find((each) => wordOf(each, source) === beside);
  if (!ts.isInterfaceDeclaration(object))
    return insertInto(text, members(object), object.getEnd(), property, neighbour);
  const end = (neighbour ?? members(object).at(-1))?.getEnd() ?? object.getEnd() - 1;
  return `${text.slice(0, end)}\n${property}${text.slice(end)}`;
}

/**
 * Imports one more name from a module; the whole line where nothing came from it before.
 * @param {string} text
 * @param {string} name
 * @param {string} from
 */
export function addImport(text, name, from) {
  const source = parse(text);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const known = imports.find((each) => modulePath(each) === from && !each.importClause?.isTypeOnly);
  const named = known?.importClause?.namedBindings;
  if (named && ts.isNamedImports(named)) {
    if (named.elements.some((each) => each.getText(source) === name)) return text;
    return insertInto(text, named.elements, named.getEnd(), name);
  }
  return addLine(text, `import { ${name} } from '${from}';`);
}

/**
 * One more import as it is written: among its neighbours by their paths, packages before files.
 * @param {string} text
 * @param {string} line
 */
export function addLine(text, line) {
  if (text.includes(line)) return text;
  const source = parse(text);
  const [wanted] = parse(line).statements.filter(ts.isImportDeclaration);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const place = pathOf(defined(wanted, `The import in "${line}"`));
  const last = imports.findLast((each) => pathOf(each) < place);
  const at = last ? last.getEnd() : (imports[0]?.getStart(source) ?? 0);
  return last ? `${text.slice(0, at)}\n${line}${text.slice(at)}` : `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/**
 * Packages, then folders above, then those beside.
 * @param {ts.ImportDeclaration} declaration
 */
const pathOf = (declaration) => {
  const path = modulePath(declaration);
  return `${/^[@n]/.test(path) ? 0 : path.startsWith('../') ? 1 : 2}${path}`;
};

/** @param {ts.ImportDeclaration} declaration */
const modulePath = ({ moduleSpecifier }) => (ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '');
/** @param {string} text */
const parse = (text) => ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
/** @param {Named} node @param {ts.SourceFile} source */
const wordOf = (node, source) => node.name?.getText(source);

/** @param {ts.Node} node @returns {ts.Node[]} the node and everything below it */
function descendants(node) {
  const found = [node];
  ts.forEachChild(node, (child) => void found.push(...descendants(child)));
  return found;
}

/** @param {ts.SourceFile} source @param {string} name @returns {ts.Node[]} */
function valuesOf(source, name) {
  const named = descendants(source).filter((node) => wordOf(node, source) === name);
  return named.flatMap((node) => {
    if (ts.isInterfaceDeclaration(node)) return node;
    return ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? (node.initializer ?? []) : [];
  });
}

/**
 * @param {string} text
 * @param {readonly ts.Node[]} elements
 * @param {number} end
 * @param {string} added
 * @param {ts.Node} [neighbour]
 */
function insertInto(text, elements, end, added, neighbour = elements.at(-1)) {
  const at = neighbour?.getEnd() ?? end - 1;
  return `${text.slice(0, at)}${neighbour ? ', ' : ''}${added}${text.slice(at)}`;
}
