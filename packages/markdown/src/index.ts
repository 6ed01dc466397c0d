export { Markdown, type MarkdownProps } from './rendering/markdown.js';
