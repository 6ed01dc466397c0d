import type { Attachment } from '@polylogue/api-contract';

/** A file a message goes with. */
export type AttachedFile = Pick<Attachment, 'name' | 'size' | 'picture' | 'pages'>;
