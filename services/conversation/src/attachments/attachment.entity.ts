/** A file that comes with a message. */
export interface NewAttachment {
  name: string;
  /** Bytes. */
  size: number;
  /** Media type. */
  type: string;
  text: string;
  /** Of the bytes. */
  sha256: string;
}

/** What a service is sent of a file. */
export interface FileText {
  name: string;
  text: string;
}
