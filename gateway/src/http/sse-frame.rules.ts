/** One event of a stream. An empty id is none: the reader goes on counting from the last one. */
export interface SseEvent {
  id?: string | number;
  event: string;
  data: unknown;
}

const plainWord = /^[\w.-]+$/;

/** A comment keeps proxies from closing a quiet stream. */
export const keepAlive = ': keep-alive\n\n';

/**
 * One event as bytes on the wire. The data is JSON, which escapes every line break, so that no text of a provider can
 * end the frame or begin another; ids and names are ours and plain words.
 */
export function sseFrame({ id, event, data }: SseEvent): string {
  if (!plainWord.test(event)) throw new RangeError(`"${event}" is no event name`);
  if (id !== undefined && id !== '' && !plainWord.test(String(id))) throw new RangeError(`"${id}" is no event id`);
  const head = id === undefined || id === '' ? '' : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
