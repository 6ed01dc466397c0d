/** The entry for measurements: how replies are lexed, without the elements they become, and texts that make it costly. */
export { BlockGrower } from './lexing/grow-blocks.js';
export { hostileTexts } from './lexing/hostile-texts.fixture.js';
export { lexBlocks } from './lexing/lex-reply.js';
