interface JsonCodec<T> {
  toJSON(message: T): unknown;
  fromJSON(json: unknown): T;
}

/**
 * A message as it is kept in a column of type jsonb: the JSON mapping of protobuf, which versions one apart read alike.
 * Postgres stores neither NUL nor half a surrogate pair: each becomes U+FFFD.
 *
 * @example
 * toStored(Generation, end.generation) // '{"model":"gpt-5.2",…}', or null where there is none
 */
export function toStored<T>(codec: JsonCodec<T>, message: T | undefined): string | null {
  return message === undefined ? null : JSON.stringify(codec.toJSON(message), storable);
}

/** Reads what `toStored` wrote; undefined for NULL. Throws for what is no such message. */
export function fromStored<T>(codec: JsonCodec<T>, stored: unknown): T | undefined {
  return stored === null || stored === undefined ? undefined : codec.fromJSON(stored);
}

const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\uFFFD') : value;
