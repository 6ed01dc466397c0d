import { Controller, Req, Res } from '@nestjs/common';
import { getOwnPicture, getUserPicture } from '@polylogue/api-contract';
import { signedOut } from '../auth/access.rules.js';
import { PathId } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { ProfilePicturesService } from './profile-pictures.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

// The address changes with the picture. A proxy keeps none: they belong to few.
const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, max-age=86400',
};

@Controller()
export class ProfilePicturesController {
  constructor(private readonly pictures: ProfilePicturesService) {}

  @Serves(getOwnPicture)
  async own(@Req() { user }: HttpRequest, @Res() response: HttpResponse) {
    if (!user) throw signedOut();
    await this.#send(user.id, response);
  }

  @Serves(getUserPicture)
  async of(@PathId() id: string, @Res() response: HttpResponse) {
    await this.#send(id, response);
  }

  async #send(userId: string, response: HttpResponse) {
    const { type, bytes } = await this.pictures.read(userId);
    response.set(headers).type(type).send(bytes);
  }
}
