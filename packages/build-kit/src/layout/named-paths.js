/**
 * Paths that a text names: whole ones from the root of the checkout in prose and comments, links of Markdown, and source
 * files in code spans of Markdown, which may be named by their last parts. Left out is what a build or a run writes, and
 * what has a placeholder.
 */

const folders = 'packages|services|gateway|shell|mfe-[a-z-]+|proto|e2e|bench|docs|k8s';
const whole = new RegExp(String.raw`(?<![\w./@{}$-])(?:\./)?((?:${folders})/[\w.@/-]*\w)(?![\w*<{$]*[*<{$])`, 'g');
const link = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;
const span = /`(?:\.\/)?([\w.@-][\w./@-]*\.(?:tsx?|m?js|proto|sh|conf|md))`/g;
const comment = /^\s*(?:\/\/|\/?\*|#)\s?(.*)$/gm;

/** A word like `gateway/shell` may mean one or the other: a path goes deeper or has an ending. @param {string} name */
const isPath = (name) => /\/.*\/|\.\w+$/.test(name);
/** @param {string} name */
const isWritten = (name) => /(^|\/)dist(\/|$)/.test(name);
/** @param {string} text @param {RegExp} pattern */
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/**
 * @param {string} file its name decides whether all of it is prose or its comments are
 * @param {string} text
 * @returns {{ paths: string[], links: string[], ends: string[] }} from the root, from the file, and last parts of paths
 */
export function namedPaths(file, text) {
  const isMarkdown = file.endsWith('.md');
  const prose = isMarkdown ? text : all(text, comment).join('\n');
  return {
    paths: all(prose, whole).filter((name) => isPath(name) && !isWritten(name)),
    links: isMarkdown ? all(text, link) : [],
    ends: isMarkdown ? all(text, span).filter((name) => !isWritten(name)) : [],
  };
}
