import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  changePassword,
  deleteAccount,
  exportAccount,
  listSessions,
  signOutEverywhere,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { AccountService } from './account.service.js';

@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Serves(listSessions)
  sessions(@Req() request: Request) {
    return this.account.sessions(request);
  }

  @Serves(signOutEverywhere)
  signOutEverywhere(@Req() request: Request) {
    return this.account.signOutEverywhere(request);
  }

  @Serves(changePassword)
  changePassword(@Req() request: Request, @ValidBody() body: ValidBodyOf<typeof changePassword>) {
    return this.account.changePassword(request, body);
  }

  @Serves(exportAccount)
  export(@Res() response: Response) {
    return this.account.export(response);
  }

  @Serves(deleteAccount)
  delete(@Req() request: Request, @ValidBody() { email }: ValidBodyOf<typeof deleteAccount>) {
    return this.account.delete(request, email);
  }
}
