/** Where the bytes lie, by id. Nothing in there names a user. */
export abstract class MediaStore {
  /** All of it or nothing, and still there after a power cut. Writing the same id again is harmless. */
  abstract write(id: string, bytes: Buffer, type: string): Promise<void>;
  /** Throws when it is not there. */
  abstract read(id: string, from: number, length: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Deleting what is not there is done already. */
  abstract delete(id: string): Promise<void>;
}
