import type { MediaKind } from '../providers/provider.js';

/** A picture, a sound or a film that is kept. */
export interface KeptMedia {
  id: string;
  type: string;
  name: string;
  size: number;
  sha256: string;
}

/** A picture that a user attached, as it is to be kept. */
export interface AttachedPicture {
  userId: string;
  name: string;
  type: 'image/png' | 'image/jpeg';
  bytes: Buffer;
}

/** Who may show a medium beside the conversation it was made in. */
export type MediaHolder = 'run' | 'history';

/** Whose it is and where it comes from; what a call made stays, what was attached expires. */
export interface MediaOrigin {
  userId: string;
  /** Made for a run: it expires as well unless its result is stored. */
  isOfRun?: boolean;
  callId?: string;
  aiService?: string;
}

/** What is to be kept, and what it is for. */
export interface NewMedia {
  userId: string;
  callId: string;
  aiService: string;
  kind: MediaKind;
  /** The prompt; the name comes from it. */
  prompt: string;
  isOfRun: boolean;
  bytes: Buffer;
}
