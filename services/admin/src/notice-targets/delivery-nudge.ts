import { Injectable } from '@nestjs/common';

/** Wakes the sender of this process: there may be something to send. */
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
