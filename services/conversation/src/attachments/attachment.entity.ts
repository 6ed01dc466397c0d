import type { Picture } from '@polylogue/proto';

/** What a service is sent of a file: its text, or the picture that it is. */
export interface AttachedFile {
  name: string;
  text: string;
  picture?: Picture | null | undefined;
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
