/** The entry for slices that show replies; loaded only by them. */
export { Markdown, type MarkdownProps } from './markdown/markdown.js';
