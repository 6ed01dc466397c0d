/** `fetch` for a form: it reports how much of it has gone out, which the browser's own cannot. */
export function uploadFetch(onSent: (fraction: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const call = new XMLHttpRequest();
      const answer = answerOf(call);
      const fail = () => {
        const fault: unknown = init.signal?.aborted ? init.signal.reason : new TypeError('Failed to fetch');
        reject(fault instanceof Error ? fault : new TypeError(String(fault)));
        answer.fail(fault);
      };
      call.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => call.setRequestHeader(name, value));
      call.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
      call.upload.onload = () => onSent(1);
      call.onreadystatechange = () => {
        if (call.readyState === call.HEADERS_RECEIVED) resolve(answer.response());
      };
      call.onprogress = answer.pass;
      call.onload = answer.end;
      call.onerror = call.onabort = fail;
      init.signal?.addEventListener('abort', () => call.abort());
      call.send(init.body as FormData);
    });
}

/** The answer as it arrives, as a stream. */
function answerOf(call: XMLHttpRequest) {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let passed = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (stream = controller),
    cancel: () => call.abort(),
  });
  const ifOpen = (act: (stream: ReadableStreamDefaultController<Uint8Array>) => void) => {
    if (stream) act(stream);
  };
  const close = (act: (stream: ReadableStreamDefaultController<Uint8Array>) => void) => {
    ifOpen(act);
    stream = undefined;
  };
  const pass = () => {
    const text = call.responseText;
    if (text.length > passed) ifOpen((open) => open.enqueue(encoder.encode(text.slice(passed))));
    passed = text.length;
  };
  return {
    pass,
    end: () => {
      pass();
      close((open) => open.close());
    },
    fail: (fault: unknown) => close((open) => open.error(fault)),
    response: () => new Response(body, { status: call.status, statusText: call.statusText, headers: headersOf(call) }),
  };
}

function headersOf(call: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of call.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}
