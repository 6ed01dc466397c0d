/** An XMLHttpRequest before the fake `/api`. It goes out when the test lets it. */
export class FakeUpload {
  static last: FakeUpload | undefined;
  readonly HEADERS_RECEIVED = 2;
  readyState = 0;
  status = 0;
  statusText = '';
  responseText = '';
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onreadystatechange?: () => void;
  onprogress?: () => void;
  onload?: () => void;
  onabort?: () => void;
  onerror?: () => void;
  #address = '';
  #method = '';
  #headers = new Headers();
  #body: unknown;
  #answer: Response | undefined;

  open(method: string, address: string): void {
    [this.#method, this.#address] = [method, address];
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.append(name, value);
  }

  send(body: unknown): void {
    this.#body = body;
    FakeUpload.last = this;
  }

  abort(): void {
    this.onabort?.();
  }

  getAllResponseHeaders(): string {
    return [...(this.#answer?.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  sent(fraction: number): void {
    this.upload.onprogress?.({ loaded: fraction * 100, total: 100 });
  }

  async goOut(): Promise<void> {
    this.upload.onload?.();
    const init = { method: this.#method, headers: this.#headers, body: this.#body as FormData };
    const answer = await fetch(this.#address, init).catch(() => undefined);
    if (!answer) return this.onerror?.();
    this.#answer = answer;
    Object.assign(this, { readyState: 2, status: answer.status, statusText: answer.statusText });
    this.onreadystatechange?.();
    const decoder = new TextDecoder();
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      this.responseText += decoder.decode(bytes, { stream: true });
      this.onprogress?.();
    }
    this.onload?.();
  }
}
