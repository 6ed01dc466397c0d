import { connect, type Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { answerWithin, CONFIG, ConfigError, forbiddenNetwork } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { NoticeNetwork } from './notice-network.js';
import type { MailBody } from './mail-body.rules.js';
import type { SendResult } from './outgoing-message.js';
import { notAllowed } from './send-faults.rules.js';
import { smtpServerOf, type SmtpServer } from './smtp-server.rules.js';

const deadlineMs = 20_000;
const connectMs = 10_000;
const late = 'The mail server did not answer in time.';

export interface Mail extends MailBody {
  to: string;
  /** The same at every try. */
  messageId: string;
  headers: Record<string, string>;
}

interface MailSettings {
  server: SmtpServer;
  from: string;
  publicUrl: string;
}

/** Hands mail to the operator's SMTP server; nothing is sent without one. */
@Injectable()
export class MailClient {
  /** Undefined where this installation sends no mail. */
  readonly settings: MailSettings | undefined;

  constructor(
    private readonly network: NoticeNetwork,
    @Inject(CONFIG) config: Pick<AdminConfig, 'SMTP_URL' | 'SMTP_FROM' | 'PUBLIC_URL'>,
  ) {
    this.settings = mailSettingsOf(config);
  }

  /** Sent once the server has taken it with 250; from then on it is the server's. */
  async send(mail: Mail): Promise<SendResult> {
    if (!this.settings) return { isSent: false, fault: 'This installation sends no mail.' };
    const { server, from } = this.settings;
    const url = new URL(server.asHttp);
    if (!this.network.allows(url)) return notAllowed;
    const isOwn = (await this.network.judge(url)) === 'own';
    let socket: Socket | undefined;
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host: server.host,
      port: server.port,
      secure: server.isSecure,
      // A password travels in the clear within the operator's own network only.
      requireTLS: server.user !== undefined && !isOwn && !server.isSecure,
      ...(server.user === undefined ? {} : { auth: { user: server.user, pass: server.password ?? '' } }),
      tls: { servername: server.host },
      getSocket: (_options: unknown, done: (error: Error | null, opened?: { connection: Socket }) => void) => {
        this.#connect(url, server, (error, opened) => {
          socket = opened;
          done(error, opened && { connection: opened });
        });
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await answerWithin(deadlineMs, transport.sendMail({ ...mail, from }), late);
      return { isSent: true };
    } catch (error) {
      return faultOf(error);
    } finally {
      transport.close();
      socket?.destroy();
    }
  }

  #connect(url: URL, { host, port }: SmtpServer, done: (error: Error | null, socket?: Socket) => void): void {
    const socket = connect({ host, port, lookup: this.network.lookupFor(url), timeout: connectMs });
    const fail = (error: Error) => {
      socket.destroy();
      done(error);
    };
    const tooLate = () => fail(new Error(late));
    socket.once('timeout', tooLate).once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0).off('timeout', tooLate).off('error', fail);
      // Nodemailer listens from here; what comes after it has closed must not end the process.
      socket.on('error', () => undefined);
      done(null, socket);
    });
  }
}

function mailSettingsOf(config: Pick<AdminConfig, 'SMTP_URL' | 'SMTP_FROM' | 'PUBLIC_URL'>): MailSettings | undefined {
  const { SMTP_URL, SMTP_FROM, PUBLIC_URL } = config;
  if (SMTP_URL === undefined) return undefined;
  const faults = [
    ...(SMTP_FROM ? [] : ['- SMTP_FROM is missing: set it to the address that mail comes from.']),
    ...(PUBLIC_URL ? [] : ['- PUBLIC_URL is missing: the links of mails lead there.']),
  ];
  if (!SMTP_FROM || !PUBLIC_URL) throw new ConfigError(faults);
  return { server: smtpServerOf(SMTP_URL), from: SMTP_FROM, publicUrl: PUBLIC_URL };
}

/** 5xx about this mail or its receiver stays; what is wrong with the server or the way to it may pass. */
function faultOf(error: unknown): SendResult {
  const { code, responseCode, command, message } = error as Error & {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  if (code === forbiddenNetwork) return notAllowed;
  if (responseCode === undefined) {
    return { isSent: false, fault: message === late ? late : 'The mail server could not be reached.' };
  }
  const isFinal = responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command ?? '');
  return { isSent: false, fault: `The mail server answered ${responseCode}.`, isFinal };
}
