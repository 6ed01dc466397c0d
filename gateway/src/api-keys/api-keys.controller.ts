import { Controller, Req } from '@nestjs/common';
import {
  createApiKey,
  listApiKeys,
  listUserApiKeys,
  revokeApiKey,
  revokeUserApiKey,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { signedOut } from '../auth/access.rules.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { ApiKeysService } from './api-keys.service.js';
import type { HttpRequest } from '../http/http-messages.js';

@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Serves(listApiKeys)
  list(@Req() request: HttpRequest) {
    return this.keys.list(userOf(request));
  }

  @Serves(createApiKey)
  create(@Req() request: HttpRequest, @ValidBody() body: ValidBodyOf<typeof createApiKey>) {
    return this.keys.create(userOf(request), body);
  }

  @Serves(revokeApiKey)
  revoke(@Req() request: HttpRequest, @PathId() id: string) {
    return this.keys.revoke(userOf(request), id);
  }

  @Serves(listUserApiKeys)
  listOfUser(@PathId() userId: string) {
    return this.keys.listOfUser(userId);
  }

  @Serves(revokeUserApiKey)
  revokeAny(@PathId() id: string) {
    return this.keys.revokeAny(id);
  }
}

function userOf({ user }: HttpRequest): string {
  if (!user) throw signedOut();
  return user.id;
}
