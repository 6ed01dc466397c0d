/** The entry for slices that show replies; loaded only by them. */
export { plainText, wholePlainText, type MarkdownProps } from '@polylogue/markdown';
export { GenerationDetails } from './generation/generation-details.js';
export { Reasoning } from './generation/reasoning.js';
export { SourceChip, Sources } from './generation/sources.js';
export { sourceLabel, sourcesSideBySide, type CitedSource } from './generation/sources.rules.js';
export { Markdown } from './markdown/markdown.js';
export { AttachedFiles } from './media/attached-files.js';
export { givenSentence } from './media/given-files.rules.js';
export { MediaProgress } from './media/media-progress.js';
export { ReplyMedia, type ReplyMediaProps } from './media/reply-media.js';
