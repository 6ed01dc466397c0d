/** A uuid, also where a page is served without TLS and `crypto.randomUUID` is missing. */
export function newId(random: Uint8Array = crypto.getRandomValues(new Uint8Array(16))): string {
  const bytes = Uint8Array.from(random, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
