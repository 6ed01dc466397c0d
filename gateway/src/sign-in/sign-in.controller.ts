import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Controller, Inject, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { signIn, signUp, type ValidBodyOf } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { signedOut } from '../auth/access.rules.js';
import { ValidBody } from '../http/input.js';
import { Page, Serves } from '../http/serves.js';
import { CodeFlow } from '../oidc/code-flow.service.js';
import { OidcGuard } from '../oidc/oidc.guard.js';
import { OidcSettings } from '../oidc/oidc-settings.js';
import { toCurrentUser } from '../auth/current-user.mapper.js';
import { LocalSignInGuard } from './local-sign-in.guard.js';
import { PasswordGuard } from './password.guard.js';
import { safeReturnTo } from './return-to.rules.js';
import { SetupService } from './setup.service.js';
import { signInPage } from './sign-in-page.js';
import { isFormPost, SignInPageFilter } from './sign-in-page.filter.js';
import { SignInThrottleGuard } from './sign-in-throttle.guard.js';
import { SignInRecords } from './sign-in-records.service.js';
import { SignInService } from './sign-in.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

const style = readFileSync(join(import.meta.dirname, 'sign-in.css'));
const font = createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2');
const aDay = 24 * 60 * 60;

@Controller()
@UseFilters(SignInPageFilter)
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly records: SignInRecords,
    private readonly flow: CodeFlow,
    private readonly setup: SetupService,
    @Inject(OidcSettings) private readonly oidc: OidcSettings | undefined,
  ) {}

  @Page('/api/login')
  async page(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    const returnTo = safeReturnTo(request.query['returnTo']);
    if (await this.signIns.isSignedIn(request)) return response.redirect(302, returnTo);
    const isBreakGlass = this.oidc?.hasBreakGlass === true && request.query['local'] !== undefined;
    if (this.oidc && !isBreakGlass) {
      return response.redirect(302, await this.flow.begin(request, response, returnTo));
    }
    const needsSetupCode = !isBreakGlass && (await this.setup.needsCode());
    response.type('html').send(signInPage({ returnTo, isBreakGlass, needsSetupCode }));
  }

  @Page('/api/login.css')
  style(@Res() response: HttpResponse) {
    response.setHeader('Cache-Control', 'public, max-age=300');
    response.type('css').send(style);
  }

  @Page('/api/login.woff2')
  font(@Res() response: HttpResponse) {
    response.sendFile(font, { maxAge: aDay * 1000, headers: { 'Cache-Control': `public, max-age=${aDay}` } });
  }

  @Serves(signIn)
  @UseGuards(LocalSignInGuard, SignInThrottleGuard, PasswordGuard)
  async signIn(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    await this.welcome(request, response, request.user);
  }

  @Serves(signUp)
  @UseGuards(LocalSignInGuard, SignInThrottleGuard)
  async signUp(
    @ValidBody() body: ValidBodyOf<typeof signUp>,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const user = await this.signIns.signUp(body).catch((error: unknown) => {
      // A wrong setup code; that an address is taken is no try to get in.
      if (AppError.is(error) && error.kind === 'forbidden') this.records.failed(request, body.email, error, 'sign_up');
      throw error;
    });
    await this.welcome(request, response, user, signUp.status);
  }

  /** Where the issuer sends browsers back to. */
  @Page('/api/callback')
  @UseGuards(OidcGuard)
  async arrive(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { user, authInfo } = request;
    if (!user || !authInfo) throw signedOut();
    await this.signIns.begin(request, user, authInfo.issued);
    this.records.signedIn(request, user.id, 'issuer');
    response.redirect(302, authInfo.returnTo);
  }

  @Page('/api/logout')
  async signOut(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { issued } = request.session;
    await this.signIns.end(request);
    // Pictures and files of theirs are kept by their browser; who uses it next must not find them there.
    response.setHeader('Clear-Site-Data', '"cache"');
    response.redirect(302, this.oidc && issued ? await this.flow.leave(issued.idToken) : '/');
  }

  private async welcome(request: HttpRequest, response: HttpResponse, user: Express.User | undefined, status = 200) {
    if (!user) throw signedOut();
    const { returnTo } = request.body as { returnTo?: string };
    await this.signIns.begin(request, user);
    this.records.signedIn(request, user.id, status === signUp.status ? 'sign_up' : 'password');
    if (isFormPost(request)) return response.redirect(303, safeReturnTo(returnTo));
    response.status(status).json(toCurrentUser(user));
  }
}
