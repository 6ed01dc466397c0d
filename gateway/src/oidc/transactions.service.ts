import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions } from 'express';
import { CONFIG } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import type { GatewayConfig } from '../config.js';
import { Attempts } from '../throttling/attempts.service.js';
import { signInNotBegun } from './oidc.errors.js';
import { seal, unseal, type Transaction } from './sealed-transaction.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

const lastsMs = 10 * 60 * 1_000;
// A few pages may sign in side by side; pages that never come back leave no heap of cookies.
const slots = 4;

/** Sign-ins on their way: each in a sealed cookie of the browser that began it, each good for one callback. */
@Injectable()
export class Transactions {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(Clock) private readonly clock: Clock,
    private readonly attempts: Attempts,
  ) {}

  keep(request: HttpRequest, response: HttpResponse, begun: Omit<Transaction, 'startedAt'>): void {
    const sealed = seal({ ...begun, startedAt: this.clock.now() }, this.config.SESSION_SECRET);
    response.cookie(this.#nameFor(begun.state), sealed, { ...cookieFor(request), maxAge: lastsMs });
  }

  /** The transaction of a callback, which is thereby used up, whatever comes of it. */
  async take(request: HttpRequest, state: unknown): Promise<Transaction> {
    if (typeof state !== 'string' || state === '') throw signInNotBegun();
    const name = this.#nameFor(state);
    const sealed = cookieOf(request, name);
    request.res?.clearCookie(name, cookieFor(request));
    const begun = sealed === undefined ? undefined : unseal(sealed, this.config.SESSION_SECRET);
    if (begun?.state !== state || this.clock.now() - begun.startedAt > lastsMs) throw signInNotBegun();
    if (!(await this.attempts.isFirst(`oidc ${state}`))) throw signInNotBegun();
    return begun;
  }

  #nameFor(state: string): string {
    const slot = createHash('sha256').update(state).digest()[0]! % slots;
    // Where the operator named the session's cookie for TLS alone, browsers hold these to it as well.
    const prefix = this.config.SESSION_COOKIE?.startsWith('__') ? '__Secure-' : '';
    return `${prefix}polylogue.${this.config.PORT}.sign-in-${slot}`;
  }
}

// Lax: the issuer's redirect is a navigation and brings it along, a form or a script of another site does not.
function cookieFor(request: HttpRequest): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: request.secure, path: '/api/callback' };
}

function cookieOf({ headers }: HttpRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
