/** What a click sent, and the idempotency key it went with. */
export interface Click {
  readonly body: string;
  readonly key: string;
}

/**
 * The idempotency key of a click: a new one, unless the same message to the same services was sent just before and it
 * is not known whether it arrived. Then the server recognises it, and nothing is sent or paid twice.
 */
export function keyOfClick(body: unknown, unanswered: Click | undefined, newKey: () => string): Click {
  const text = JSON.stringify(body);
  return unanswered?.body === text ? unanswered : { body: text, key: newKey() };
}

/** A uuid, also where a page is served without TLS and `crypto.randomUUID` is missing. */
export function newUuid(random: Uint8Array = crypto.getRandomValues(new Uint8Array(16))): string {
  const bytes = Uint8Array.from(random, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
