import { Inject, Injectable } from '@nestjs/common';
import { CallerSigner, isWithin, LOGGER, type AppError, type Logger } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Clock } from '../clock.js';
import { isAuditedDenial, routeWordsOf } from './denied-requests.rules.js';
import type { HttpRequest } from './http-messages.js';

const sameWithinMs = 60_000;
const maxNoted = 5_000;

/** Records denied administrators' calls in the audit log; the same one of a user once a minute. */
@Injectable()
export class DeniedRequests {
  readonly #noted = new LRUCache<string, number>({ max: maxNoted });

  constructor(
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    private readonly signer: CallerSigner,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note(request: HttpRequest, error: AppError): void {
    // A visitor has no name to record.
    const userId = request.session?.userId;
    if (!userId || !isAuditedDenial(request.path, error)) return;
    const route = routeWordsOf(request.method, request.path);
    const key = `${userId} ${route} ${error.code}`;
    const now = this.clock.now();
    if (isWithin(this.#noted.get(key) ?? -Infinity, now, sameWithinMs)) return;
    this.#noted.set(key, now);
    const subject = request.params['id'];
    const denial = { userId, route, code: error.code, subjectId: typeof subject === 'string' ? subject : undefined };
    this.audit.recordRefusal(denial, { callerToken: this.signer.asService() }).catch((fault: unknown) => {
      this.logger.warn(
        { err: fault, userId, route, code: error.code },
        'recording a denied request in the audit log failed',
      );
    });
  }
}
