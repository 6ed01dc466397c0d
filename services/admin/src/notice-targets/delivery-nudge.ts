import { Injectable } from '@nestjs/common';

/** Says that there may be something to send, to whoever sends in this process. */
@Injectable()
export class DeliveryNudge {
  #listener: () => void = () => undefined;

  listen(listener: () => void): void {
    this.#listener = listener;
  }

  now(): void {
    this.#listener();
  }
}
