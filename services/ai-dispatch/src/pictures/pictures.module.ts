import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { PicturesService } from './pictures.service.js';

@Module({ imports: [MediaModule], providers: [PicturesService], exports: [PicturesService] })
export class PicturesModule {}
