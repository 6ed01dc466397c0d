import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  changePassword,
  deleteAccount,
  endSession,
  exportAccount,
  exportFileName,
  listSessions,
  signOutEverywhere,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { signedOut } from '../auth/access.rules.js';
import { Clock } from '../clock.js';
import { goneSignal } from '../http/gone-signal.js';
import { PathId, ValidBody } from '../http/input.js';
import { sendPieces, startingWith } from '../http/send-pieces.js';
import { Serves } from '../http/serves.js';
import { AccountService } from './account.service.js';
import { jsonObjectOf } from './json-object.writer.js';
import { OwnDataService } from './own-data.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly ownData: OwnDataService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Serves(listSessions)
  sessions(@Req() request: HttpRequest) {
    return this.account.sessions(request);
  }

  @Serves(endSession)
  endSession(@Req() request: HttpRequest, @PathId() id: string) {
    return this.account.endSession(request, id);
  }

  @Serves(signOutEverywhere)
  signOutEverywhere(@Req() request: HttpRequest) {
    return this.account.signOutEverywhere(request);
  }

  @Serves(changePassword)
  changePassword(@Req() request: HttpRequest, @ValidBody() body: ValidBodyOf<typeof changePassword>) {
    return this.account.changePassword(request, body);
  }

  @Serves(exportAccount)
  async export(@Req() { user }: HttpRequest, @Res() response: HttpResponse) {
    if (!user) throw signedOut();
    const gone = goneSignal(response);
    const at = new Date(this.clock.now());
    const pieces = jsonObjectOf(this.ownData.sectionsOf(user, at, gone));
    const first = await pieces.next();
    response.type('json');
    const name = exportFileName('account', at.toISOString().slice(0, 10), 'json');
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    await sendPieces(response, startingWith(first, pieces));
  }

  @Serves(deleteAccount)
  delete(@Req() request: HttpRequest, @ValidBody() { email }: ValidBodyOf<typeof deleteAccount>) {
    return this.account.delete(request, email);
  }
}
