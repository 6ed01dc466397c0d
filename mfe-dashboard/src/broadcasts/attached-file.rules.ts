/** The file a message goes with. */
export interface AttachedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Size as it is shown: KB with one decimal. */
export const sizeLabel = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
