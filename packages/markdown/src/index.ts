export { plainText, wholePlainText } from './rendering/plain-text.js';
export { Markdown, type MarkdownProps } from './rendering/markdown.js';
