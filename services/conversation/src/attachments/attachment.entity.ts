import type { DrawnPages, Picture } from '@polylogue/proto';

/** What a service is sent of a file: its text, the picture that it is, and where it sees the drawn pages beside the text. */
export interface AttachedFile {
  name: string;
  text: string;
  picture?: Picture | null | undefined;
  pages?: DrawnPages | null | undefined;
}

/** A file that comes with a message. */
export interface NewAttachment extends AttachedFile {
  /** Bytes. */
  size: number;
  /** Media type. */
  type: string;
  /** Of the bytes. */
  sha256: string;
}
