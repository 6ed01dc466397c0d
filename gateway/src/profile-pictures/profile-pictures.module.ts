import { Module } from '@nestjs/common';
import { OidcModule } from '../oidc/oidc.module.js';
import { ProfilePicturesController } from './profile-pictures.controller.js';
import { ProfilePicturesService } from './profile-pictures.service.js';

@Module({
  imports: [OidcModule],
  controllers: [ProfilePicturesController],
  providers: [ProfilePicturesService],
})
export class ProfilePicturesModule {}
