import { Controller, Req } from '@nestjs/common';
import { getCurrentUser } from '@polylogue/api-contract';
import { Serves } from '../http/serves.js';
import { signedOut } from './access.rules.js';
import { toCurrentUser } from './current-user.mapper.js';
import type { HttpRequest } from '../http/http-messages.js';

@Controller()
export class AuthController {
  @Serves(getCurrentUser)
  currentUser(@Req() { user }: HttpRequest) {
    if (!user) throw signedOut();
    return toCurrentUser(user);
  }
}
