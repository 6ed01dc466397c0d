/** The entry for slices that show replies; loaded only by them. */
export type { MarkdownProps } from '@polylogue/markdown';
export { Markdown } from './markdown/markdown.js';
export { MediaProgress } from './media/media-progress.js';
export { ReplyMedia, type ReplyMediaProps } from './media/reply-media.js';
