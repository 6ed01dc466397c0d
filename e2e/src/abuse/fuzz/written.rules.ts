const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
// A query is bytes: half of a surrogate pair cannot be written in it.
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** The fields of a value as a query, with its question mark. */
export function queryOf(value: unknown): string {
  const fields = Object.entries(Object(value) as object).map(
    ([name, each]) => `${encoded(name)}=${encoded(textOf(each))}`,
  );
  return fields.length > 0 ? `?${fields.join('&')}` : '';
}

const boundary = 'polylogue-abuse-boundary';

/** The fields of a value as a form, with a small file in the field `upload`. */
export function formBody(value: unknown, upload: string): { body: string; type: string } {
  const part = (head: string, text: string) => `--${boundary}\r\n${head}\r\n\r\n${text}\r\n`;
  const nameOf = (name: string) => name.replace(/["\r\n]/g, (each) => encodeURIComponent(each));
  const fields = Object.entries(Object(value) as object).map(([name, each]) =>
    part(`Content-Disposition: form-data; name="${nameOf(name)}"`, textOf(each).replaceAll(boundary, '')),
  );
  const file = part(
    `Content-Disposition: form-data; name="${upload}"; filename="some.txt"\r\nContent-Type: text/plain`,
    'Some text.',
  );
  const body = `${fields.join('')}${file}--${boundary}--\r\n`;
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
