import { chapterOf, chapters, requirements } from './requirements.js';

/**
 * @typedef {'met' | 'met in part' | 'not met' | 'not applicable'} Verdict
 * @typedef {{ file: string, title?: string }} HoldingTest
 * @typedef {object} Row what docs/asvs.json says of a requirement
 * @property {string} id
 * @property {string} says the requirement in our own words
 * @property {Verdict} verdict
 * @property {string[]} [where] files that do it, or should
 * @property {HoldingTest[]} [tests]
 * @property {string} [note] why there is no test, what is missing, or how it is meant
 */

/** @type {readonly Verdict[]} */
export const verdicts = ['met', 'met in part', 'not met', 'not applicable'];

/** What docs/asvs.md says of the rows. @param {readonly Row[]} rows */
export function toTables(rows) {
  const levelOf = new Map(requirements.map(({ id, level }) => [id, level]));
  return [
    '<!-- oxfmt-ignore-start -->',
    `## In figures\n\n${counts(rows)}`,
    ...['not met', 'met in part'].map((verdict) => listed(rows, verdict)),
    ...Object.entries(chapters).map(([chapter, name]) => {
      const own = rows.filter(({ id }) => chapterOf(id) === chapter);
      return `## ${chapter} ${name}\n\n${table(own, levelOf)}`;
    }),
    '<!-- oxfmt-ignore-end -->',
  ].join('\n\n');
}

/** @param {readonly Row[]} rows */
function counts(rows) {
  const count = (/** @type {readonly Row[]} */ some) =>
    verdicts.map((wanted) => some.filter(({ verdict }) => verdict === wanted).length).join(' | ');
  const own = Object.entries(chapters).map(
    ([chapter, name]) => `| ${chapter} ${name} | ${count(rows.filter(({ id }) => chapterOf(id) === chapter))} |`,
  );
  const head = `| chapter | ${verdicts.join(' | ')} |\n| --- |${' ---: |'.repeat(verdicts.length)}`;
  return [head, ...own, `| all | ${count(rows)} |`].join('\n');
}

/** @param {readonly Row[]} rows @param {string} wanted */
function listed(rows, wanted) {
  const some = rows.filter(({ verdict }) => verdict === wanted);
  const lines = some.map(({ id, says, note }) => `- **${id}** ${says}: ${note}`);
  return [`## ${wanted[0]?.toUpperCase()}${wanted.slice(1)}`, lines.join('\n') || 'Nothing.'].join('\n\n');
}

/** @param {readonly Row[]} rows @param {ReadonlyMap<string, string>} levelOf */
function table(rows, levelOf) {
  const lines = rows.map(({ id, says, verdict, where = [], tests = [], note }) => {
    const done = where.map((file) => `\`${file}\``).join('<br>');
    const held = [
      ...tests.map(({ file, title }) => `\`${file}\`${title ? `: ${title}` : ''}`),
      ...(note ? [note] : []),
    ];
    return [id, levelOf.get(id), says, verdict, done, held.join('<br>')].map((cell) => cell?.replaceAll('|', '\\|'));
  });
  const head =
    '| | level | what it asks for | verdict | where | held by, and what is to say |\n| --- | --- | --- | --- | --- | --- |';
  return [head, ...lines.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}
