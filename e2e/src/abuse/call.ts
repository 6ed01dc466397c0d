/** How a call is made. */
export interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** What a call was answered; `status` 0 is no answer within the deadline, or none at all. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Empty for a stream of events that goes on. */
  text: string;
}

const deadlineMs = 30_000;

/** Calls as a program does, without following a redirect. Never throws: no answer is a finding, too. */
export async function callUrl(url: string, { method, path, body, headers = {} }: Call): Promise<Answer> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const leave = new AbortController();
  try {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([leave.signal, AbortSignal.timeout(deadlineMs)]),
    });
    const isStream = answer.ok && (answer.headers.get('content-type') ?? '').includes('text/event-stream');
    const text = isStream ? '' : await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  } catch (error) {
    return { status: 0, headers: new Headers(), text: error instanceof Error ? error.message : String(error) };
  } finally {
    leave.abort();
  }
}

/** Runs work over a list, some at a time. */
export async function inLanes<T>(list: readonly T[], lanes: number, work: (each: T) => Promise<void>): Promise<void> {
  const queue = list[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
    }),
  );
}
