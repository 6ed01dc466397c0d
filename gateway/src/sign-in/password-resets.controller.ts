import { Controller, Req } from '@nestjs/common';
import { resetPassword, type ValidBodyOf } from '@polylogue/api-contract';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { PasswordResetsService } from './password-resets.service.js';
import type { HttpRequest } from '../http/http-messages.js';

/** Lets in whoever has a link, which needs no session. Its page is the shell's. */
@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Serves(resetPassword)
  use(@ValidBody() body: ValidBodyOf<typeof resetPassword>, @Req() request: HttpRequest) {
    return this.resets.use(request, body);
  }
}
