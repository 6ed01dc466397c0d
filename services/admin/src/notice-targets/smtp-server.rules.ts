export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  user: string | undefined;
  password: string | undefined;
  /** The same host and port as the rules of networks read them. */
  asHttp: string;
}

/** Reads `smtp://user:password@mail.example.org:587` or `smtps://mail.example.org`. */
export function smtpServerOf(written: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(written);
  const isSecure = protocol === 'smtps:';
  const number = port === '' ? (isSecure ? 465 : 587) : Number(port);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    isSecure,
    user: username === '' ? undefined : decodeURIComponent(username),
    password: username === '' ? undefined : decodeURIComponent(password),
    asHttp: `http://${hostname}:${number}`,
  };
}
