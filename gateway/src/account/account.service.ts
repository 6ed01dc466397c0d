import { Inject, Injectable } from '@nestjs/common';
import type { AccountSession } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { AccessService } from '../auth/access.service.js';
import { signedOut } from '../auth/access.rules.js';
import { SessionEndings } from '../auth/session-endings.service.js';
import { SessionRows } from '../auth/session-rows.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Attempts } from '../throttling/attempts.service.js';
import { SignInRecords } from '../sign-in/sign-in-records.service.js';
import type { HttpRequest } from '../http/http-messages.js';

const hashingMs = 10_000;

/** One's own account: always that of the session, never one that is named. */
@Injectable()
export class AccountService {
  constructor(
    @InjectClient('accounts') private readonly accounts: ClientOf<'accounts'>,
    @Inject(SessionRows) private readonly rows: SessionRows,
    private readonly endings: SessionEndings,
    private readonly access: AccessService,
    private readonly attempts: Attempts,
    private readonly records: SignInRecords,
  ) {}

  async sessions({ session, sessionID }: HttpRequest): Promise<AccountSession[]> {
    const rows = await this.rows.listOf(userOf(session));
    return rows.flatMap(({ sid, publicId, startedAt, lastSeenAt, device }) =>
      publicId && startedAt
        ? {
            id: publicId,
            startedAt,
            lastSeenAt: lastSeenAt ?? startedAt,
            device: device ?? '',
            isCurrent: sid === sessionID,
          }
        : [],
    );
  }

  async endSession({ session }: HttpRequest, id: string): Promise<void> {
    if (!(await this.endings.endOne(userOf(session), id))) throw sessionNotFound();
  }

  async signOutEverywhere({ session }: HttpRequest): Promise<void> {
    await this.endings.endAll(userOf(session));
  }

  async changePassword(request: HttpRequest, body: { currentPassword: string; newPassword: string }): Promise<void> {
    const userId = userOf(request.session);
    const email = request.user?.email ?? '';
    // A stranger at an open session must not guess the password here.
    await this.attempts.count(request, userId).catch((error: unknown) => {
      if (AppError.is(error)) this.records.throttled(request, email, error, 'new_password');
      throw error;
    });
    try {
      await this.accounts.changePassword(body, { deadlineMs: hashingMs });
    } catch (error) {
      if (!AppError.is(error) || error.code !== 'wrong_credentials') throw error;
      const refusal = wrongPassword();
      this.records.failed(request, email, refusal, 'new_password');
      throw refusal;
    }
    await this.endings.endAll(userId, request.sessionID);
  }

  async delete({ session, user }: HttpRequest, email: string): Promise<void> {
    const userId = userOf(session);
    if (email.trim().toLowerCase() !== user?.email.toLowerCase()) {
      const message = 'This is not the e-mail address of your account.';
      throw new AppError('invalid', 'invalid_input', message, { issues: [{ path: 'email', message }] });
    }
    await this.accounts.erasePerson({ userId });
    this.access.forget(userId);
    await this.endings.endAll(userId);
  }
}

function userOf({ userId }: HttpRequest['session']): string {
  if (!userId) throw signedOut();
  return userId;
}

const sessionNotFound = () =>
  new AppError('not_found', 'session_not_found', 'There is no such session. It may have ended already.');

function wrongPassword(): AppError {
  const message = 'The current password is wrong.';
  return new AppError('invalid', 'wrong_password', message, { issues: [{ path: 'currentPassword', message }] });
}
