/** The entry for what asks and shows answers while they come; visitors who are not signed in do without it. */
export { eventStream, type StreamCall, type StreamEvent } from './api/event-stream.js';
export { keyOfClick, newUuid, type Click } from './api/idempotency-key.rules.js';
export { resumingStream, type Resuming } from './api/resuming-stream.js';
export { useClickKey } from './api/use-click-key.js';
export { countInThisFrame, Elapsed } from './components/elapsed.js';
export { PinnedScroll, showEarlier, type PinnedScrollProps } from './components/pinned-scroll.js';
export { emptySentence, estimateFigure, modelFigure } from './generation/generation.rules.js';
