import { Controller } from '@nestjs/common';
import { discardDeadLetters, listDeadLetters, replayDeadLetters, type ValidBodyOf } from '@polylogue/api-contract';
import { ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { DeadLettersService } from './dead-letters.service.js';

@Controller()
export class DeadLettersController {
  constructor(private readonly letters: DeadLettersService) {}

  @Serves(listDeadLetters)
  list(@ValidQuery() { limit }: { limit?: number }) {
    return this.letters.list(limit);
  }

  @Serves(replayDeadLetters)
  replay(@ValidBody() { letters }: ValidBodyOf<typeof replayDeadLetters>) {
    return this.letters.replay(letters);
  }

  @Serves(discardDeadLetters)
  discard(@ValidBody() { letters }: ValidBodyOf<typeof discardDeadLetters>) {
    return this.letters.discard(letters);
  }
}
