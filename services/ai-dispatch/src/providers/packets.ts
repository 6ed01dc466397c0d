import type { IncomingMessage } from 'node:http';

type Packet = string | undefined;

const maxUnread = 64 * 1024;

/**
 * The text of an answer as the network brings it; what came in between is joined. Events rather than the stream's own
 * iterator, which makes several promises per packet where this makes one.
 */
export class Packets {
  private unread = '';
  private isOver = false;
  private fault: unknown;
  private reader: { resolve: (packet: Packet) => void; reject: (fault: unknown) => void } | undefined;

  constructor(private readonly answer: IncomingMessage) {
    answer.setEncoding('utf8');
    answer.on('data', (packet: string) => this.take(packet));
    answer.on('end', () => this.end());
    answer.on('error', (fault) => this.end(fault));
    answer.on('close', () => this.end(answer.readableEnded ? undefined : new Error('The answer was cut off.')));
  }

  /** Nothing after the end; throws what broke the answer once all that came before has been read. */
  next(): Promise<Packet> {
    return new Promise((resolve, reject) => {
      this.reader = { resolve, reject };
      this.serve();
    });
  }

  private take(packet: string): void {
    this.unread += packet;
    this.serve();
    if (this.unread.length > maxUnread) this.answer.pause();
  }

  private end(fault?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.fault = fault;
    this.serve();
  }

  private serve(): void {
    const { reader, unread, fault } = this;
    if (!reader || (unread === '' && !this.isOver)) return;
    this.reader = undefined;
    this.unread = '';
    if (unread === '' && fault !== undefined) return reader.reject(fault);
    reader.resolve(unread === '' ? undefined : unread);
    if (this.answer.isPaused()) this.answer.resume();
  }
}
