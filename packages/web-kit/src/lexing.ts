/** The entry for measurements: how replies are lexed, without the elements they become, and texts that make it dear. */
export { BlockGrower } from './markdown/grow-blocks.js';
export { hostileTexts } from './markdown/hostile-texts.fixture.js';
export { lexBlocks } from './markdown/lex-reply.js';
