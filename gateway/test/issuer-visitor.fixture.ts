/** A browser without scripts that knows the pages of oidc-provider: cookies per origin, redirects, forms. */
export class IssuerVisitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(private readonly product: string) {}

  cookiesFor(url: string): string {
    const jar = this.#cookies.get(new URL(url).origin) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One request, without following. */
  async ask(url: string, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: this.cookiesFor(url), accept: 'text/html' },
      body: form && new URLSearchParams(form),
    });
    this.#keep(url, answer);
    return answer;
  }

  /** Follows redirects; stops before the first address for which `stop` is true. */
  async follow(url: string, form?: Record<string, string>, stop = (_to: string) => false): Promise<Seen> {
    let at = url;
    let answer = await this.ask(url, form);
    for (let hops = 0; hops < 15; hops += 1) {
      const to = answer.headers.get('location');
      if (!to) break;
      at = new URL(to, at).href;
      if (stop(at)) return seen(at, answer);
      answer = await this.ask(at);
    }
    return seen(at, answer);
  }

  async signIn(path: string, login: string): Promise<Seen> {
    return this.follow(await this.untilCallback(path, login));
  }

  /** The address of the callback, not yet called. */
  async untilCallback(path: string, login: string): Promise<string> {
    const isCallback = (to: string) => to.startsWith(`${this.product}/api/callback`);
    let page = await this.follow(this.product + path, undefined, isCallback);
    for (const form of [{ prompt: 'login', login, password: 'x' }, { prompt: 'consent' }]) {
      if (isCallback(page.url)) break;
      page = await this.follow(page.url, form as Record<string, string>, isCallback);
    }
    if (!isCallback(page.url)) throw new Error(`No callback, but ${page.url}: ${await page.text()}`);
    return page.url;
  }

  /** Gives up on the issuer's page. */
  async cancel(path: string): Promise<Response> {
    const page = await this.follow(this.product + path);
    const isCallback = (to: string) => to.startsWith(`${this.product}/api/callback`);
    const back = await this.follow(`${page.url}/abort`, undefined, isCallback);
    return this.ask(back.url);
  }

  /** Says yes on the issuer's page that confirms signing out. */
  async confirmSignOut(url: string): Promise<Seen> {
    const page = await this.follow(url);
    const [, action = ''] = /action="([^"]+)"/.exec(await page.text()) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    return this.follow(new URL(action, page.url).href, { xsrf, logout: 'yes' });
  }

  #keep(url: string, answer: Response): void {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const isGone = /expires=Thu, 01 Jan 1970/i.test(line);
      if (isGone) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
  }
}

/** Where one stands, and what is written there. */
export interface Seen {
  url: string;
  status: number;
  text(): Promise<string>;
}

function seen(url: string, answer: Response): Seen {
  let text: Promise<string> | undefined;
  return { url, status: answer.status, text: () => (text ??= answer.text()) };
}
