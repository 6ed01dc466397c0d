import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { resetPassword, type ValidBodyOf } from '@polylogue/api-contract';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { PasswordResetsService } from './password-resets.service.js';

/** Lets in whoever has a link, which needs no session. Its page is the shell's. */
@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Serves(resetPassword)
  use(@ValidBody() body: ValidBodyOf<typeof resetPassword>, @Req() request: Request) {
    return this.resets.use(request, body);
  }
}
